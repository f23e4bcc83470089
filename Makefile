# Two commands do everything, set-up included: `make demo` shows the main job,
# `make test` runs every test of every binding. `make setup` alone only looks for what
# is needed and installs what is missing.

.PHONY: help demo serve serve-cluster test test-more fuzz bench models lint stubs docs check-deploy check-packages wasm check-wasm java check-java install deb sbom wheel setup clean

help:
	@echo 'make demo       the main job on a real page: entities found, the page marked up'
	@echo 'make serve      the service over HTTP at http://127.0.0.1:8080/, with examples'
	@echo 'make serve-cluster  the same by several instances, over PostgreSQL and nginx'
	@echo 'make test       every test of the library and its bindings'
	@echo 'make lint       formatting, clippy, rustdoc, stubs and types'
	@echo 'make stubs      the stub of the Python module, from the sources in Rust'
	@echo 'make check-deploy  the Compose file, the Helm chart and the manifests; needs Go'
	@echo 'make check-packages  the licences of dependencies, and each package with a first program'
	@echo 'make wasm       the package for JavaScript (WebAssembly), in build/wasm'
	@echo 'make check-wasm the same, with its tests in Node and Chromium'
	@echo 'make java       the package for Java, in build/java; needs Maven'
	@echo 'make check-java the same, with its tests'
	@echo 'make docs       the documentation as a site, in build/site'
	@echo 'make test-more  what takes long: more seeds, fuzzing, ignored tests'
	@echo 'make fuzz       five minutes of fuzzing for each target (cargo-fuzz, nightly)'
	@echo 'make bench      measures ours and its peers, writes docs/performance.md'
	@echo 'make models     trains the models of core/models/data from annotated text'
	@echo 'make install    the C and C++ library (PREFIX, DESTDIR), for pkg-config and CMake'
	@echo 'make deb        the same as Debian packages, in build/deb'
	@echo 'make sbom       the bills of materials of the packages (CycloneDX), in build/sbom'
	@echo 'make wheel      the Python wheel to give away, with libxml2 and libxslt inside'
	@echo 'make setup      looks for what is needed and installs what is missing'
	@echo 'make clean      removes what was built'

setup:
	@scripts/setup test lint

demo:
	@scripts/demo

serve:
	@scripts/serve

serve-cluster:
	@scripts/serve-cluster

test:
	@scripts/test

test-more:
	@scripts/test-more

fuzz:
	@scripts/fuzz

lint:
	@scripts/lint

stubs:
	@scripts/stubs

docs:
	@scripts/docs

check-deploy:
	@scripts/check-deploy

check-packages:
	@scripts/check-packages

wasm:
	@scripts/wasm

check-wasm:
	@scripts/check-wasm

java:
	@scripts/java

check-java:
	@scripts/check-java

install:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' LIBDIR='$(LIBDIR)' INCLUDEDIR='$(INCLUDEDIR)' \
		CMAKEDIR='$(CMAKEDIR)' KIND='$(KIND)' scripts/install

deb:
	@scripts/deb

sbom:
	@scripts/sbom

bench:
	@scripts/bench

models:
	@scripts/models

wheel:
	@scripts/wheel

clean:
	rm -rf build target
