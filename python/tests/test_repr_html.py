from __future__ import annotations

from html.parser import HTMLParser

import glossweave
import pytest
from glossweave import Annotation

HOSTILE = "<script>alert('x')</script> & \"quoted\" \N{GRINNING FACE}"


class Reader(HTMLParser):
    """Collects the tags, the marked texts and the attributes of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.titles: list[str] = []
        self.text = ""
        self.labels = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        values = dict(attrs)
        assert set(values) <= {"class", "title"}
        if "title" in values:
            self.titles.append(values["title"] or "")

    def handle_endtag(self, tag: str) -> None:
        self.tags.append("/" + tag)

    def handle_data(self, data: str) -> None:
        if self.tags[-1] == "span":
            self.labels += data
        elif self.tags[-1] != "style":
            self.text += data


def test_hostile_text_is_escaped() -> None:
    page = glossweave.decode(HOSTILE, format="text")
    found = [Annotation(8, 13, kind="term", info="\"><script src='//evil'>"), Annotation(2, 10)]
    read = Reader(page.highlight(found)._repr_html_())
    assert set(read.tags) == {
        *("div", "/div", "style", "/style", "mark", "/mark", "span", "/span")
    }
    assert read.text == HOSTILE
    assert any("<script src='//evil'>" in title for title in read.titles)


def test_overlapping_annotations_are_all_marked() -> None:
    page = glossweave.decode("abcdef", format="text")
    entity = "http://example.org/{}".format
    found = [
        Annotation(0, 4, idents=[entity("one")]),
        Annotation(2, 6, idents=[entity("two")]),
        Annotation(2, 2, idents=[entity("empty")]),
    ]
    read = Reader(str(page.highlight(found)))
    assert read.titles == [entity("one"), entity("one") + "\n" + entity("two"), entity("two")]
    assert (read.text, read.labels) == ("abcdef", " one two")


def test_a_document_shows_its_own_annotations() -> None:
    page = glossweave.decode("<p>To <b its-term=yes>Cork</b>", format="html")
    read = Reader(page._repr_html_())
    assert (read.text, read.labels) == ("To Cork", " term")


@pytest.mark.parametrize(
    ("end", "label"),
    [
        ("S%C3%A3o_Paulo", "S\u00e3o_Paulo"),
        ("%3Cb%3E%26", "<b>&"),
        ("%E3o", "%E3o"),
        ("100%", "100%"),
        ("%+1%4", "%+1%4"),
    ],
)
def test_labels_are_as_people_read_them(end: str, label: str) -> None:
    page = glossweave.decode("x", format="text")
    iri = "http://example.org/" + end
    read = Reader(str(page.highlight([Annotation(0, 1, idents=[iri])])))
    assert (read.labels, read.titles) == (" " + label, [iri])
    assert "b" not in read.tags


def test_the_style_is_written_once() -> None:
    page = glossweave.decode("ab", format="text")
    html = str(page.highlight([Annotation(0, 1), Annotation(1, 2)]))
    assert (html.count("<mark"), html.count("<style>"), html.count("background")) == (2, 1, 1)


def test_a_long_text_is_cut_between_characters() -> None:
    page = glossweave.decode("\N{GRINNING FACE}" * 50_000 + "x", format="text")
    text = Reader(page._repr_html_()).text
    assert text == "\N{GRINNING FACE}" * 25_000 + " \N{HORIZONTAL ELLIPSIS}"


def test_annotations_of_another_text_are_refused() -> None:
    with pytest.raises(glossweave.InvalidArgument):
        glossweave.decode("x", format="text").highlight([Annotation(0, 2)])
