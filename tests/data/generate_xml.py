#!/usr/bin/env python3
"""Writes those files of tests/data/xml, xliff and xml-bad whose bytes an editor would spoil:
encodings, line ends, depth and length. Run it after a change and commit what it writes."""

import pathlib
import unicodedata

HERE = pathlib.Path(__file__).parent

RUSSIAN = "<p>Поезд из <b>Твери</b> в Псков идёт ночью; билет №17 &amp; чай</p>"
JAPANESE = '<p name="表示">祇園祭は<b>七月</b>の京都、ソ能予ー、ｶﾅ&#x20BB7;</p><!-- 奈良 --><![CDATA[大阪 & 神戸]]>'
CHINESE = '<p place="长城">从<b>北京</b>到八达岭&#8230;</p><?show 上海?>'
FRENCH = '<p title="été">Où va Françoise ? À <b>Nîmes</b>&#8239;!</p><![CDATA[Béziers & Sète]]>'


def document(encoding, body, version="1.0"):
    return f'<?xml version="{version}" encoding="{encoding}"?>\n<doc>\n{body}\n</doc>\n'


def files():
    yield "encoding-utf-8-bom.xml", b"\xef\xbb\xbf" + document("UTF-8", RUSSIAN + JAPANESE).encode()
    yield "encoding-utf-8-bom-only.xml", b"\xef\xbb\xbf" + f"<doc>{CHINESE}</doc>".encode()
    yield "encoding-utf-8-undeclared.xml", f"<doc>{FRENCH}{JAPANESE} 🚋 Łódź</doc>".encode()
    yield "encoding-utf-16le-bom.xml", b"\xff\xfe" + document(
        "UTF-16", FRENCH + "\r\n<p>𝔗𝔯𝔬𝔫𝔡 <b>😀</b></p>"
    ).encode("utf-16-le")
    yield "encoding-utf-16be-bom.xml", b"\xfe\xff" + document("utf-16", CHINESE + JAPANESE).encode(
        "utf-16-be"
    )
    yield "encoding-utf-16le-bom-undeclared.xml", b"\xff\xfe" + f"<doc>{RUSSIAN}</doc>".encode(
        "utf-16-le"
    )
    yield "encoding-iso-8859-1.xml", document("ISO-8859-1", FRENCH).encode("iso-8859-1")
    yield "encoding-iso-8859-15.xml", document(
        "ISO-8859-15", FRENCH + "<p>14 € de cœur à Žilina</p>"
    ).encode("iso-8859-15")
    yield "encoding-iso-8859-2.xml", document(
        "ISO-8859-2", "<p>Zażółć <b>gęślą</b> jaźń w Gdyni</p>"
    ).encode("iso-8859-2")
    yield "encoding-windows-1252.xml", document(
        "windows-1252", FRENCH + "<p>“Œuvre” — 14 € …</p>"
    ).encode("cp1252")
    yield "encoding-windows-1251.xml", document("windows-1251", RUSSIAN).encode("cp1251")
    yield "encoding-koi8-r.xml", document("KOI8-R", RUSSIAN.replace("№", "N")).encode("koi8-r")
    yield "encoding-shift-jis.xml", document("Shift_JIS", JAPANESE).encode("cp932")
    yield "encoding-euc-jp.xml", document("EUC-JP", JAPANESE).encode("euc_jp")
    yield "encoding-gbk.xml", document("GBK", CHINESE).encode("gbk")
    yield "encoding-gb18030.xml", document("GB18030", CHINESE + "<p>㐀 😀 €</p>").encode("gb18030")
    yield "encoding-big5.xml", document("Big5", "<p>臺北的<b>功能</b>建築</p>").encode("big5")
    yield "encoding-euc-kr.xml", document("EUC-KR", "<p>제주도의 <b>한라산</b></p>").encode("euc-kr")
    yield "encoding-us-ascii.xml", document(
        "US-ASCII", "<p>Troms&#xF8; and <b>Bod&#248;</b> &#x1F600;</p>"
    ).encode("ascii")

    text = document("UTF-8", '<p a="one\ntwo">Line one\nline <b>two\nthree</b>\n\n</p>\n<!-- a\nb -->'
                    "<?go\nnow?><![CDATA[\nx\n\ny]]>\n<p xml:space='preserve'>\n  Riga\n&#13;\n</p>")
    yield "line-ends-crlf.xml", text.replace("\n", "\r\n").encode()
    yield "line-ends-lone-cr.xml", text.replace("\n", "\r").encode()
    yield "line-ends-mixed.xml", "".join(
        line + ("\n", "\r\n", "\r", "\r\r\n", "\n\r")[i % 5]
        for i, line in enumerate(text.split("\n")[:-1])
    ).encode()
    yield "version-1-1.xml", document(
        "UTF-8", "<p a='x\x85y'>Next line\x85separator\u2028ends in Liepāja\r\x85</p>", "1.1"
    ).encode()

    yield "deep-nesting-900.xml", (
        "<?xml version='1.0'?>\n<n>" + "".join(f"<n>{i % 10}" for i in range(899))
        + "Bottom of Baikal" + "</n>" * 899 + "</n>\n"
    ).encode()
    yield "deep-inline-its.xml", (
        '<d xmlns:its="http://www.w3.org/2005/11/its" its:version="2.0"><p>'
        + "".join(f"{i} <i its:withinText='{'yes' if i % 3 else 'no'}'>" for i in range(200))
        + "Ulan-Ude" + "</i> x" * 200 + "</p></d>"
    ).encode()
    deep_names = "".join(f'<p{i}:e xmlns:p{i}="urn:n:{i}" p{i}:a="{i}">' for i in range(120))
    yield "deep-namespaces.xml", (
        "<r>" + deep_names + "Irkutsk" + "".join(f"</p{i}:e>" for i in reversed(range(120))) + "</r>"
    ).encode()
    words = "Narva Pärnu Võru Haapsalu Kuressaare Valga Rakvere Jõhvi".split()
    yield "long-text.xml", document(
        "UTF-8", "<p>" + " ".join(f"{words[i % 8]}&#x2009;{i}" for i in range(3000)) + "</p>"
    ).encode()
    yield "long-names-and-attributes.xml", (
        f"<{'n' * 900}:doc xmlns:{'n' * 900}='urn:long' a='{'é' * 5000}' "
        + " ".join(f"a{i}='{words[i % 8]}'" for i in range(300))
        + f">Sillamäe<b/>{'Donaudampfschiff' * 300}</{'n' * 900}:doc>"
    ).encode()
    yield "many-small-elements.xml", (
        "<r>" + "".join(f"<i n='{i}'>{words[i % 8]}</i>\n" for i in range(1500)) + "</r>"
    ).encode()
    composed = "Ångström in Đà Nẵng, Hà Nội; Čeština 한글 é"
    decomposed = unicodedata.normalize("NFD", composed)
    yield "combining-marks.xml", document(
        "UTF-8", f"<p>{composed}</p><p>{decomposed}</p><p>o<b>\u0323\u0302</b> e&#x301;<i/>\u0323</p>"
    ).encode()


def xliff_file(body, encoding="UTF-8", target="fr"):
    return (
        f'<?xml version="1.0" encoding="{encoding}"?>\n<xliff version="1.2" '
        'xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="a" source-language="en" '
        f'target-language="{target}" datatype="plaintext"><body>\n{body}\n</body></file>\n</xliff>\n'
    )


def trans_unit(key, source, target):
    return f'<trans-unit id="{key}"><source>{source}</source><target>{target}</target></trans-unit>'


def xliff():
    french = trans_unit(1, "Summer in <g id='1'>Sète</g>", "L’été à <g id='1'>Sète</g>&#8239;!")
    yield "encoding-utf-8-bom.xlf", b"\xef\xbb\xbf" + xliff_file(french).encode()
    yield "encoding-utf-16le-bom.xlf", b"\xff\xfe" + xliff_file(french, "utf-16").replace(
        "\n", "\r\n"
    ).encode("utf-16-le")
    yield "encoding-windows-1252.xlf", xliff_file(french, "windows-1252").encode("cp1252")
    yield "encoding-shift-jis.xlf", xliff_file(
        trans_unit(1, "Nara", "<mrk mtype='term'>奈良</mrk>の表示ソ"), "Shift_JIS", "ja"
    ).encode("cp932")
    lines = xliff_file(trans_unit(1, "One\ntwo <x id='1'/>\nthree", "Un\ndeux <x id='1'/>\ntrois"))
    yield "line-ends-crlf.xlf", lines.replace("\n", "\r\n").encode()
    yield "line-ends-lone-cr.xlf", lines.replace("\n", "\r").encode()
    yield "deep-groups-and-codes.xlf", xliff_file(
        "".join(f'<group id="g{i}">' for i in range(200))
        + trans_unit(1, "".join(f'{i} <g id="{i}">' for i in range(200)) + "x" + "</g>" * 200, "x")
        + "</group>" * 200
    ).encode()
    yield "many-units.xlf", xliff_file(
        "\n".join(trans_unit(i, f"Boat {i} &amp; <x id='1'/>crew", f"Bateau {i}") for i in range(400))
    ).encode()


def bad():
    yield "empty.xml", b""
    yield "only-white-space.xml", b" \n\n"
    yield "utf-8-invalid.xml", b"<doc>\n  Calais \xe9 Dover</doc>\n"
    yield "utf-8-overlong.xml", b"<doc>\n<p>\xc0\xaf</p></doc>\n"
    yield "utf-8-surrogate.xml", b"<doc>a\xed\xa0\x80b</doc>\n"
    yield "utf-8-truncated.xml", b"<doc>text \xe2\x82"
    yield "nul-in-text.xml", b"<doc>a\0b</doc>\n"
    yield "control-in-text.xml", b"<doc>\n<p>a\x0bb</p></doc>\n"
    yield "noncharacter-ffff.xml", "<doc>a\uffffb</doc>\n".encode()
    yield "utf-16-odd-length.xml", b"\xff\xfe" + "<doc>text</doc>".encode("utf-16-le") + b"\n"
    yield "utf-16-lone-surrogate.xml", b"\xff\xfe" + "<doc>a".encode("utf-16-le") + (
        b"\x00\xd8" + "b</doc>".encode("utf-16-le")
    )
    yield "utf-16-declared-bytes-are-ascii.xml", b'<?xml version="1.0" encoding="UTF-16"?><doc/>\n'
    yield "shift-jis-bad-trail.xml", (
        b'<?xml version="1.0" encoding="Shift_JIS"?>\n<doc>\x83\xff</doc>\n'
    )
    yield "ascii-with-high-byte.xml", b'<?xml version="1.0" encoding="US-ASCII"?>\n<doc>\xe9</doc>\n'
    yield "not-xml-binary.xml", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(32))


for name, data in files():
    (HERE / "xml" / name).write_bytes(data)
for name, data in xliff():
    (HERE / "xliff" / name).write_bytes(data)
for name, data in bad():
    (HERE / "xml-bad" / name).write_bytes(data)
