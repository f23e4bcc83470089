"""The adapters with the frameworks themselves: LangChain, LlamaIndex, Haystack."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import glossweave
import pytest

PAGE = "<h1>Cork</h1><p lang=en>On the <b>Lee</b>. It has a port.<h2>Roads</h2><p>Five &amp; more."
TEXTS = ["Cork On the Lee. ", "It has a port. ", "Roads Five & more."]
LEE = "http://e.example/lee"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "cork.html"
    path.write_text(PAGE)
    return path


@pytest.fixture
def names(tmp_path: Path) -> Path:
    path = tmp_path / "names.csv"
    path.write_text(f"uri,label\n{LEE},Lee\n")
    return path


def holds(found: list[tuple[str, dict[str, object]]]) -> None:
    """What the chunks of the page say, whatever holds them."""
    assert [text for text, _ in found] == TEXTS
    first, last = found[0][1], found[2][1]
    assert first["headings"] == ["Cork"] and last["headings"] == ["Cork", "Roads"]
    assert first["entities"][0]["idents"] == [LEE]  # type: ignore[index]
    assert (first["start"], first["end"]) == (0, 17)
    source = b"".join(PAGE.encode()[start:end] for start, end in first["source_spans"])  # type: ignore[attr-defined]
    assert source == b"CorkOn the Lee. "


def test_langchain(page: Path, names: Path) -> None:
    from glossweave.langchain import ChunkLoader, ChunkSplitter
    from langchain_core.documents import Document

    print("langchain-core", version("langchain-core"))
    recognize = glossweave.Dictionary.from_csv(names).recognize
    loader = ChunkLoader(page, recognize=recognize, size=20)
    loaded = loader.load()
    holds([(one.page_content, one.metadata) for one in loaded])
    assert loaded[0].metadata["source"] == str(page)
    splitter = ChunkSplitter(format="html", recognize=recognize, size=20)
    split = splitter.split_documents([Document(PAGE, metadata={"source": "x", "id": 1})])
    holds([(one.page_content, one.metadata) for one in split])
    assert split[0].metadata["id"] == 1 and split[0].metadata["source"] == "x"
    given = {"language": "de", "headings": ["x"], "start": "12:30"}
    kept = ChunkSplitter(size=60).split_documents([Document("Der Fluss fließt.", metadata=given)])
    assert given.items() <= kept[0].metadata.items() and kept[0].metadata["end"] == 17
    again = ChunkSplitter(size=5, split="words").split_documents(loaded[:1])
    assert again[1].metadata["start"] == again[0].metadata["end"] > 0
    assert splitter.transform_documents([Document(PAGE)])[0].page_content == TEXTS[0]


def test_llama_index(page: Path, names: Path) -> None:
    from glossweave.llama_index import ChunkParser, ChunkReader
    from llama_index.core.schema import Document, MetadataMode, NodeRelationship

    print("llama-index-core", version("llama-index-core"))
    recognize = glossweave.Dictionary.from_csv(names).recognize
    loaded = ChunkReader(recognize=recognize, size=20).load_data(page, extra_info={"id": 1})
    holds([(one.text, one.metadata) for one in loaded])
    assert loaded[0].metadata["id"] == 1
    shown = loaded[0].get_content(metadata_mode=MetadataMode.LLM)
    assert "headings" in shown and "entities" not in shown
    document = Document(text=PAGE, metadata={"id": 1})
    nodes = ChunkParser(format="html", recognize=recognize, size=20).get_nodes_from_documents([document])
    holds([(one.get_content(), one.metadata) for one in nodes])
    assert nodes[0].relationships[NodeRelationship.SOURCE].node_id == document.node_id
    assert nodes[1].metadata["start"] == nodes[0].metadata["end"]


def test_haystack(page: Path, names: Path) -> None:
    from glossweave.haystack import ChunkConverter, ChunkSplitter
    from haystack import Document, Pipeline
    from haystack.dataclasses import ByteStream

    print("haystack-ai", version("haystack-ai"))
    converter = ChunkConverter(names=str(names), size=20)
    found = converter.run(sources=[page], meta={"id": 1})["documents"]
    holds([(one.content, one.meta) for one in found])
    assert found[0].meta["file_path"] == str(page) and found[0].meta["id"] == 1
    stream = ByteStream(PAGE.encode(), meta={"name": "cork"}, mime_type="text/html")
    found = converter.run(sources=[stream])["documents"]
    holds([(one.content, one.meta) for one in found])
    pipeline = Pipeline()
    pipeline.add_component("split", ChunkSplitter(names=str(names), format="html", size=20))
    # Through the file of a pipeline.
    pipeline = Pipeline.loads(pipeline.dumps(), allowed_modules=["glossweave.haystack"])
    found = pipeline.run({"split": {"documents": [Document(content=PAGE)]}})["split"]["documents"]
    holds([(one.content, one.meta) for one in found])
    assert found[0].meta["source_id"] == Document(content=PAGE).id
