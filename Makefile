# Two commands do everything, set-up included: `make demo` shows the main job,
# `make test` runs every test of every door. `make setup` alone only looks for what
# is needed and installs what is missing.

.PHONY: help demo test test-more fuzz bench lint setup clean

help:
	@echo 'make demo       the main job on a real page: entities found, the page marked up'
	@echo 'make test       every test of the Rust, C and Python doors'
	@echo 'make lint       formatting, clippy, rustdoc, stubs and types'
	@echo 'make test-more  what takes long: more seeds, fuzzing, ignored tests'
	@echo 'make fuzz       five minutes of fuzzing for each target (cargo-fuzz, nightly)'
	@echo 'make bench      measures ours and its peers, writes docs/performance.md'
	@echo 'make setup      looks for what is needed and installs what is missing'
	@echo 'make clean      removes what was built'

setup:
	@scripts/setup test lint

demo:
	@scripts/demo

test:
	@scripts/test

test-more:
	@scripts/test-more

fuzz:
	@scripts/fuzz

lint:
	@scripts/lint

bench:
	@scripts/bench

clean:
	rm -rf build target
