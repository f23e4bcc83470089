"""Commands that do not process documents: training, and starting the server."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

import glossweave
from glossweave.cli import commands
from glossweave.cli.exit import DONE, USAGE, Stop
from glossweave.cli.report import Progress

__all__ = ["serve", "train"]

SERVER = "glossweave-http"


def train(options: argparse.Namespace) -> int:
    """Trains a tagger or a mention model on annotated text, or fits the weights of linking to it."""
    if options.mentions is not None:
        return _train_mentions(options)
    if options.linking is not None:
        return _train_linking(options)
    source = sys.stdin.buffer.read() if options.source == "-" else Path(options.source)
    test = None if options.test is None else Path(options.test)
    names = [_lines(path) for path in options.names]
    dictionaries = [commands.dictionary(Path(path)) for path in options.dictionaries]
    try:
        with Progress(quiet=options.quiet) as progress:
            tagger = glossweave.Tagger.train(
                source, format=options.informat, rounds=options.rounds, iris=options.iris, namespace=options.namespace,
                names=names or None, dictionaries=dictionaries, languages=options.languages, word_vectors=options.word_vectors,
                max_features=options.max_features, progress=progress,
            )
    except glossweave.InvalidArgument as error:
        raise Stop(str(error), USAGE) from error
    tagger.save(options.output)
    if not options.quiet:
        classes = ", ".join(tagger.classes)
        print(
            f"glossweave: {options.output}: {classes}, revision {tagger.revision}", file=sys.stderr
        )
    if test is not None:
        for name, said in tagger.evaluate(test, format=options.informat).items():
            scores = " ".join(f"{one} {said[one]:.4f}" for one in ("precision", "recall", "f1"))
            print(f"{name or 'all'}: {scores}")
    return DONE


def _train_mentions(options: argparse.Namespace) -> int:
    source = sys.stdin.buffer.read() if options.source == "-" else Path(options.source)
    with Progress(quiet=options.quiet) as progress:
        model = glossweave.MentionModel.train(
            source, commands.dictionary(Path(options.mentions)), format=options.informat,
            rounds=options.rounds, word_vectors=options.word_vectors, languages=options.languages, progress=progress,
        )
    model.save(options.output)
    if not options.quiet:
        print(f"glossweave: {options.output}: revision {model.revision}", file=sys.stderr)
    return DONE


def _train_linking(options: argparse.Namespace) -> int:
    source = sys.stdin.buffer.read() if options.source == "-" else Path(options.source)
    named = options.mention_model
    path = commands.mention_model(options) if named is None else Path(named)
    weights = glossweave.RankingWeights.train(
        source, Path(options.linking), format=options.informat,
        model=None if path is None else glossweave.MentionModel.open(path),
    )
    weights.save(options.output)
    if not options.quiet:
        told = ", ".join(f"{name} {weight:.2f}" for name, weight in weights.weights.items())
        print(f"glossweave: {options.output}: {told}", file=sys.stderr)
    return DONE


def _lines(path: str) -> list[str]:
    lines = Path(path).read_text("utf-8-sig").splitlines()
    return [line.strip() for line in lines if line.strip()]


def serve(options: argparse.Namespace) -> int:
    """Replaces this process with the HTTP server, which is a separate program."""
    program = shutil.which(SERVER)
    if program is None:
        raise Stop(
            f"the program `{SERVER}` was not found on the PATH: build it from the "
            "sources of Glossweave and add it to the PATH"
        )
    sys.stdout.flush()
    arguments = [one for one in options.arguments if one != "--"]
    os.execv(program, [program, *arguments])
