#!/usr/bin/env python3
"""Writes the packages of tests/data/odt that no office made, and those of tests/data/odt-bad.
The ones named lo-* were saved by LibreOffice 7.4 and are kept as they are. Run it after a change
and commit what it writes."""

import io
import pathlib
import struct
import zipfile
from zipfile import ZIP_DEFLATED, ZIP_STORED

HERE = pathlib.Path(__file__).parent
MIMETYPE = b"application/vnd.oasis.opendocument.text"
OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = {
    "office": OASIS + "office:1.0",
    "text": OASIS + "text:1.0",
    "table": OASIS + "table:1.0",
    "draw": OASIS + "drawing:1.0",
    "style": OASIS + "style:1.0",
    "svg": OASIS + "svg-compatible:1.0",
    "fo": OASIS + "xsl-fo-compatible:1.0",
    "meta": OASIS + "meta:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
    "dc": "http://purl.org/dc/elements/1.1/",
}
XMLNS = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in SPACES.items())
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def content(body, doctype="", extra=""):
    return (
        f'{DECLARATION}{doctype}<office:document-content {XMLNS} {extra} office:version="1.2">'
        '<office:automatic-styles><style:style style:name="T1" style:family="text">'
        '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    ).encode()


def styles(header="", footer="", more=""):
    return (
        f'{DECLARATION}<office:document-styles {XMLNS} office:version="1.2"><office:automatic-styles>'
        '<style:page-layout style:name="pm1"/></office:automatic-styles><office:master-styles>'
        '<style:master-page style:name="Standard" style:page-layout-name="pm1">'
        f"<style:header>{header}</style:header><style:footer>{footer}</style:footer>{more}"
        "</style:master-page></office:master-styles></office:document-styles>"
    ).encode()


def meta(inner):
    return (
        f'{DECLARATION}<office:document-meta {XMLNS} office:version="1.2"><office:meta>{inner}'
        "</office:meta></office:document-meta>"
    ).encode()


def manifest(names, inner=""):
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml">'
        f"{inner if name == 'content.xml' else ''}</manifest:file-entry>"
        for name in names
    )
    return (
        f'{DECLARATION}<manifest:manifest xmlns:manifest="{OASIS}manifest:1.0" '
        'manifest:version="1.2"><manifest:file-entry manifest:full-path="/" '
        f'manifest:media-type="{MIMETYPE.decode()}"/>{entries}</manifest:manifest>'
    ).encode()


class Unseekable(io.RawIOBase):
    """A pipe, to which zipfile writes data descriptors."""

    def __init__(self):
        self.bytes = b""

    def writable(self):
        return True

    def write(self, data):
        self.bytes += bytes(data)
        return len(data)


def info(name, kind, extra=b""):
    record = zipfile.ZipInfo(name, (2020, 1, 6, 8, 0, 0))
    record.compress_type = kind
    record.create_system = 3
    record.external_attr = 0o644 << 16
    record.extra = extra
    return record


def pack(records, comment=b"", piped=False, zip64=False):
    """Records are (name, bytes[, kind[, extra]])."""
    file = Unseekable() if piped else io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        for name, data, *how in records:
            kind = how[0] if how else (ZIP_STORED if name == "mimetype" else ZIP_DEFLATED)
            record = info(name, kind, how[1] if len(how) > 1 else b"")
            if zip64 and name != "mimetype":
                with package.open(record, "w", force_zip64=True) as out:
                    out.write(data)
            else:
                package.writestr(record, data, compresslevel=9)
        package.comment = comment
    return file.bytes if piped else file.getvalue()


def records(body, doctype="", **parts):
    out = [("mimetype", MIMETYPE)]
    data = body if isinstance(body, bytes) else content(body, doctype)
    named = {"content.xml": data} | {
        f"{name}.xml": part for name, part in parts.items()
    }
    out += named.items()
    out.append(("META-INF/manifest.xml", manifest(named)))
    return out


def p(text):
    return f"<text:p>{text}</text:p>"


def span(text):
    return f'<text:span text:style-name="T1">{text}</text:span>'


def note(number, text, kind="footnote"):
    return (
        f'<text:note text:id="n{number}" text:note-class="{kind}"><text:note-citation>{number}'
        f"</text:note-citation><text:note-body>{text}</text:note-body></text:note>"
    )


def comment(name, text):
    return (
        f'<office:annotation office:name="{name}"><dc:creator>Ida Example</dc:creator>'
        f"<dc:date>2020-01-06T08:00:00</dc:date>{text}</office:annotation>"
    )


def frame(inner, more=""):
    return f'<draw:frame draw:name="F" text:anchor-type="as-char">{inner}{more}</draw:frame>'


def deletion(key, inner):
    return (
        f'<text:changed-region text:id="{key}"><text:deletion><office:change-info><dc:creator>Ida'
        "</dc:creator><dc:date>2020-01-06T08:00:00</dc:date></office:change-info>"
        f"{inner}</text:deletion></text:changed-region>"
    )


def bodies():
    yield "minimal", p("Rain in Bergen")
    yield "no-text", ""
    yield "empty-paragraphs", p("") + "<text:p/>" + p(" ") + p(span("")) + p("End of Voss")
    yield "headings-and-paragraphs", (
        '<text:h text:outline-level="1">Towns</text:h>' + p("First of Namsos.")
        + '<text:h text:outline-level="2"><text:number>1.1</text:number>Second ' + span("level")
        + "</text:h>" + p("Text")
    )
    yield "white-space-elements", (
        p("a<text:s/>b<text:s text:c='5'/>c<text:tab/>d<text:line-break/>e<text:s text:c='1'/>")
        + p("  leading   and\n\t trailing  ") + p("<text:tab/>" + span(" <text:s/> x ") + "<text:s/>")
        + p("a<text:soft-page-break/>b")
    )
    yield "spans-nested", p(
        "The " + span("old " + span("bridge " + span("of")) + " Mostar") + " fell; " + span("Mo")
        + span("st") + span("ar") + span("") + "."
    )
    yield "links", p(
        'See <text:a xlink:type="simple" xlink:href="http://example.org/?a=1&amp;b=2">the '
        + span("map") + ' of Zadar</text:a>, <text:a xlink:href="#b"/>or ask.'
    )
    yield "notes", (
        p("Wine" + note(1, p("Red " + span("or") + " white") + p("second")) + " of Korčula" + note(
            2, p("At the end"), "endnote")) + p("Wo" + note(3, p("within a word")) + "rd")
    )
    yield "notes-nested", p("Out" + note(1, p("In" + frame(
        "<draw:text-box>" + p("box in a note" + comment("c", p("remark"))) + "</draw:text-box>"
    ) + "side")) + "er of Hvar")
    yield "comments-with-ranges", (
        p("A " + comment("c1", p("Right?") + p("Two")) + "range of " + span("words"
          '<office:annotation-end office:name="c1"/> here')) + p("x" + comment("c2", p("starts"))
          + "one") + p('ends<office:annotation-end office:name="c2"/> in Trogir')
    )
    yield "tracked-deletions", (
        "<text:tracked-changes>" + deletion("d1", p("deleted of Pula")) + deletion(
            "d2", '<text:h text:outline-level="1">deleted heading</text:h>' + p("more"))
        + "</text:tracked-changes>" + p('Kept<text:change text:change-id="d1"/> words')
        + p('<text:change-start text:change-id="i1"/>new<text:change-end text:change-id="i1"/> text')
    )
    yield "milestones-overlapping", p(
        '<text:bookmark-start text:name="b1"/>One ' + span('two <text:reference-mark-start '
        'text:name="r1"/>three <text:bookmark-end text:name="b1"/>four') + ' five<text:reference-mark-'
        'end text:name="r1"/> <text:bookmark text:name="p"/>six<text:toc-mark-start text:id="t" '
        'text:outline-level="1"/> Rovinj<text:toc-mark-end text:id="t"/>'
    ) + p('<text:alphabetical-index-mark-start text:id="a"/>Poreč<text:alphabetical-index-mark-end '
          'text:id="a"/><text:user-index-mark text:string-value="x" text:index-name="u"/>')
    yield "ruby", p(
        "<text:ruby><text:ruby-base>京都" + span("駅") + "</text:ruby-base><text:ruby-text>きょうとえき"
        "</text:ruby-text></text:ruby>と<text:ruby><text:ruby-base/><text:ruby-text/></text:ruby>奈良"
    )
    yield "fields", p(
        "On <text:date>1 May</text:date> at <text:time>7</text:time>, page <text:page-number "
        'text:select-page="current">3</text:page-number>/<text:page-count>9</text:page-count>, '
        "<text:author-name>Ida</text:author-name>, <text:file-name>f.odt</text:file-name>, "
        '<text:sequence text:name="Table">1</text:sequence>, <text:placeholder text:placeholder-type='
        '"text">&lt;who&gt;</text:placeholder>, <text:conditional-text>yes</text:conditional-text>, '
        "<text:hidden-text>hid</text:hidden-text>, <text:bookmark-ref>Krk</text:bookmark-ref>, "
        "<text:user-defined>u</text:user-defined>, <text:title>T</text:title>, <text:script>s()"
        '</text:script>, <text:variable-get text:name="v">7</text:variable-get> in Cres.'
    )
    yield "meta-fields", p(
        '<text:meta xml:id="m1">Marked ' + span("text") + '</text:meta> and <text:meta-field '
        'xml:id="m2">a field of Rab</text:meta-field>'
    )
    yield "text-boxes", p("Before " + frame("<draw:text-box>" + p("In " + span("the") + " box") + p(
        "two") + "</draw:text-box>", "<svg:title>A title</svg:title><svg:desc>A box of Krk</svg:desc>"
    ) + " after")
    yield "pictures-and-shapes", p("A" + frame(
        '<draw:image xlink:href="Pictures/p.png"/>', "<svg:title>Map</svg:title><svg:desc>Roads &amp; "
        "rivers</svg:desc>") + "B <draw:g><svg:title>Group</svg:title><draw:custom-shape>" + p("Shape "
        "of Sisak") + "</draw:custom-shape><draw:rect>" + p("") + "</draw:rect></draw:g> C")
    cell = "<table:table-cell>{}</table:table-cell>".format
    yield "tables", (
        '<table:table table:name="T"><table:table-column table:number-columns-repeated="2"/>'
        "<table:table-header-rows><table:table-row>" + cell(p("Town")) + cell(p("Price"))
        + "</table:table-row></table:table-header-rows><table:table-row>" + cell(p("Osijek") + p("two"))
        + "<table:covered-table-cell/></table:table-row><table:table-row>" + cell("<table:table "
        'table:name="I"><table:table-row>' + cell(p("inner " + span("cell"))) + "</table:table-row>"
        "</table:table>") + cell("") + "</table:table-row></table:table>" + p("After of Vukovar")
    )
    item = "<text:list-item>{}</text:list-item>".format
    yield "lists", (
        "<text:list><text:list-header>" + p("Head") + "</text:list-header>" + item(p("One")) + item(
            p("Two") + "<text:list>" + item(p("inner " + span("Ilok"))) + item("") + "</text:list>")
        + "</text:list>"
    )
    yield "sections-and-indexes", (
        '<text:sequence-decls><text:sequence-decl text:name="Table"/></text:sequence-decls>'
        '<text:section text:name="s">' + p("In a section") + '<text:section text:name="s2">' + p(
            "deeper in Sinj") + "</text:section></text:section><text:table-of-content><text:table-of-"
        "content-source><text:index-title-template>Contents</text:index-title-template><text:table-of-"
        'content-entry-template text:outline-level="1"><text:index-entry-span>-</text:index-entry-span>'
        "</text:table-of-content-entry-template></text:table-of-content-source><text:index-body>"
        "<text:index-title>" + p("Contents") + "</text:index-title>" + p("Sinj<text:tab/>1")
        + "</text:index-body></text:table-of-content>"
    )
    yield "references", p("A &amp; B &lt; C &#233;&#x1F600; &quot;q&quot; of D&apos;Or") + p("&#32;x&#9;y")
    yield "cdata-comments-instructions", p(
        "Has <![CDATA[<b>no</b> & ]]>markup<!-- not -->, split]]&gt;<?pi x?> wo<!-- -->rd of Knin"
    )
    yield "scripts-of-many-kinds", p("Русский Псков") + p("京都と奈良") + p("مدينة فاس") + p(
        "חיפה " + span("ירושלים")) + p("𝔊𝔬𝔱𝔥 👩‍👩‍👧 e\u0301\u0323") + p("กรุงเทพ")
    yield "deep-nesting", (
        "<text:list><text:list-item>" * 40 + p('<text:span>' * 100 + "deep in Vis" + "</text:span>" * 100)
        + "</text:list-item></text:list>" * 40
    )
    yield "many-paragraphs", "".join(p(f"Paragraph {i} of {span('Ston')} and more") for i in range(800))
    yield "foreign-elements", p(
        '<x:unknown xmlns:x="urn:x">inside an unknown element</x:unknown> of Lopud <x:empty '
        'xmlns:x="urn:x"/>'
    ) + '<x:block xmlns:x="urn:x">' + p("a paragraph within it") + "</x:block>"
    yield "its-in-spans", p(
        'A <text:span xmlns:its="http://www.w3.org/2005/11/its" its:taIdentRef="http://example.org/Split">'
        'Split</text:span> <text:span xmlns:its="http://www.w3.org/2005/11/its" its:translate="no">KO-1'
        "</text:span>"
    )


def files():
    for name, body in bodies():
        yield name, pack(records(body))
    body = p("Text of " + span("Makarska"))
    yield "entities-in-dtd", pack(records(
        p("Boats of &town;, &both;"), '<!DOCTYPE office:document-content [<!ENTITY town "Omiš">'
        '<!ENTITY both "&town; &#38;#38; Brela">]>\n'))
    text = content(body).decode().replace('encoding="UTF-8"', 'encoding="UTF-16"')
    yield "content-utf-16le", pack(records(b"\xff\xfe" + text.encode("utf-16-le")))
    yield "content-utf-16be", pack(records(b"\xfe\xff" + text.encode("utf-16-be")))
    yield "content-utf-8-bom-crlf", pack(records(
        b"\xef\xbb\xbf" + content(p("Lines\nof") + "\n" + body).replace(b"\n", b"\r\n")))
    yield "content-latin-1", pack(records(
        content(p("Été à Sète")).decode().replace("UTF-8", "ISO-8859-1").encode("iso-8859-1")))
    other = content(body).decode()
    for old, new in (("<text:", "<t:"), ("</text:", "</t:"), (" text:", " t:"), ("xmlns:text=", "xmlns:t=")):
        other = other.replace(old, new)
    yield "content-other-prefixes", pack(records(other.encode()))
    header = p("Header of Korčula <text:page-number>1</text:page-number>") + p("second " + span("line"))
    more = (f"<style:header-left>{p('Left header')}</style:header-left><style:footer-first>"
            f"{p('First footer')}</style:footer-first>")
    information = meta("<dc:title>Islands</dc:title><dc:description>About &amp; around</dc:description>"
                       "<dc:subject>sea</dc:subject><meta:keyword>boat</meta:keyword><meta:keyword>sun"
                       "</meta:keyword><dc:creator>Ida Example</dc:creator><meta:generator>by hand"
                       "</meta:generator>")
    yield "headers-and-footers", pack(records(body, styles=styles(header, p("Footer"), more)))
    yield "metadata", pack(records(body, meta=information))
    yield "all-parts", pack(records(body, styles=styles(header), meta=information))
    parts = records(body, styles=styles(header))
    yield "zip-data-descriptors", pack(parts, piped=True)
    yield "zip-comment", pack(parts, comment="A comment of Pag, with PK in it".encode())
    yield "zip-records-reversed", pack(list(reversed(parts)))
    yield "zip-mimetype-deflated", pack([("mimetype", MIMETYPE, ZIP_DEFLATED)] + parts[1:])
    yield "zip-mimetype-missing", pack(parts[1:])
    yield "zip-all-stored", pack([(name, data, ZIP_STORED) for name, data in parts])
    extra = struct.pack("<HH8s", 0x7A7A, 8, b"glosswea")
    stamp = struct.pack("<HHBL", 0x5455, 5, 1, 1578297600)
    yield "zip-extra-fields", pack([(*record, ZIP_DEFLATED, stamp + extra) for record in parts])
    yield "zip-names-not-ascii", pack(enlarged(parts, [
        ("Pictures/Bildnis Åse 京都.png", b"\x89PNG\r\n\x1a\n"), ("Ordner/", b""), ("Thumbnails/a b.txt", b"x")]))
    yield "zip-64-headers", pack(parts, zip64=True)
    yield "zip-prefixed", b"#! bytes before the package\n" + pack(parts)
    yield "zip-unknown-records", pack(enlarged(parts, [
        ("manifest.rdf", b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'),
        ("Object 1/content.xml", content(p("Not of this document"))),
        ("layout-cache", bytes(range(256)))]))


def enlarged(parts, more):
    """The package with more records; an office opens it only where the manifest names them."""
    kept = parts[:-1] + more
    return kept + [("META-INF/manifest.xml", manifest([name for name, *_ in kept[1:]]))]


def patched(data, old, new):
    assert data.count(old) >= 1 and len(old) == len(new)
    return data.replace(old, new)


def bad():
    body = p("Text of Makarska")
    parts = records(body)
    good = pack(parts)
    encryption = (
        '<manifest:encryption-data manifest:checksum-type="SHA1/1K" manifest:checksum="AAAA"><manifest:'
        'algorithm manifest:algorithm-name="Blowfish CFB" manifest:initialisation-vector="AAAAAAAAAAA="/>'
        '<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:iteration-count="1024" '
        'manifest:salt="AAAA"/></manifest:encryption-data>'
    )
    noise = bytes((i * 197 + 31) % 256 for i in range(400))
    yield "encrypted", pack([("mimetype", MIMETYPE), ("content.xml", noise, ZIP_STORED),
                             ("META-INF/manifest.xml", manifest(["content.xml"], encryption))])
    flagged = bytearray(good)
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = flagged.find(signature)
        while place >= 0:
            flagged[place + at] |= 1
            place = flagged.find(signature, place + 4)
    yield "encrypted-by-zip-flag", bytes(flagged)
    yield "bomb-200-mb", pack(records(content("<text:p>" + "a" * 200_000_000 + "</text:p>")))
    yield "bomb-size-understated", understated(body)
    yield "slip-name", pack(parts + [("../../x", b"outside")])
    yield "slip-absolute-name", pack(parts + [("/tmp/x", b"outside")])
    yield "slip-backslash-name", pack(parts + [("..\\..\\x", b"outside")])
    yield "duplicate-content", twice(parts)
    yield "wrong-crc", wrong_crc(good)
    yield "truncated-in-directory", good[:-30]
    yield "truncated-in-content", good[:300]
    yield "no-content", pack([parts[0], parts[-1]])
    yield "not-a-zip", b"This is no package at all.\n"
    yield "empty-file", b""
    yield "empty-zip", pack([])
    yield "wrong-mimetype", pack([("mimetype", b"application/vnd.oasis.opendocument.spreadsheet")]
                                 + parts[1:])
    yield "content-ill-formed", pack(records(content(body).replace(b"</text:p>", b"</text:q>")))
    yield "content-not-xml", pack(records(b"\0\1\2 nothing"))
    yield "content-wrong-root", pack(records(b"<html><body>x</body></html>"))
    yield "content-invalid-utf-8", pack(records(content(p("Sibenik @")).replace(b"@", b"\xe9")))
    laughs = "".join(
        f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' if i else '<!ENTITY l0 "ha">' for i in range(10))
    yield "billion-laughs", pack(records(p("&l9;"), f"<!DOCTYPE office:document-content [{laughs}]>"))
    yield "external-entity", pack(records(
        p("&x;"), '<!DOCTYPE office:document-content [<!ENTITY x SYSTEM "file:///etc/hostname">]>'))
    yield "styles-ill-formed", pack(records(body, styles=b"<a><b></a>"))
    yield "zip64-huge-size", huge(parts)
    directory = good.rfind(b"PK\x05\x06")
    yield "directory-offset-wrong", (
        good[: directory + 16] + struct.pack("<L", 0x7FFFFFFF) + good[directory + 20:])
    yield "entry-count-wrong", good[: directory + 8] + struct.pack("<HH", 9, 9) + good[directory + 12:]
    yield "method-unknown", patched_method(good)
    local = good.find(b"content.xml")
    yield "local-name-differs", good[:local] + b"contend.xml" + good[local + 11:]


def understated(body):
    """A record that inflates to 20 MB and says in both headers that it has 1,000 bytes."""
    data = pack(records(content("<text:p>" + "a" * 20_000_000 + "</text:p>" + body)))
    size = len(content("<text:p>" + "a" * 20_000_000 + "</text:p>" + body))
    return patched(data, struct.pack("<L", size), struct.pack("<L", 1000))


def twice(parts):
    data = pack(parts + [("kontent.xml", content(p("Another text")))])
    return patched(data, b"kontent.xml", b"content.xml")


def wrong_crc(good):
    with zipfile.ZipFile(io.BytesIO(good)) as package:
        crc = struct.pack("<L", package.getinfo("content.xml").CRC)
    return patched(good, crc, bytes(byte ^ 0xFF for byte in crc))


def huge(parts):
    """A zip64 extra field that claims sizes of 2^62 bytes."""
    data = pack(parts, zip64=True)
    at = data.find(struct.pack("<HH", 1, 16), data.find(b"content.xml"))
    return data[: at + 4] + struct.pack("<QQ", 1 << 62, 1 << 62) + data[at + 20:]


def patched_method(good):
    data = bytearray(good)
    for signature, at, names in ((b"PK\x03\x04", 8, 30), (b"PK\x01\x02", 10, 46)):
        place = data.find(signature)
        while place >= 0:
            if data[place + names: place + names + 11] == b"content.xml":
                data[place + at: place + at + 2] = struct.pack("<H", 99)
            place = data.find(signature, place + 4)
    return bytes(data)


for folder, made in (("odt", files()), ("odt-bad", bad())):
    (HERE / folder).mkdir(exist_ok=True)
    for name, data in made:
        (HERE / folder / f"{name}.odt").write_bytes(data)
