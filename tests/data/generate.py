#!/usr/bin/env python3
"""Writes those files of tests/data/html whose bytes an editor would spoil: encodings, line ends,
control characters, depth and length. Run it after a change and commit what it writes."""

import pathlib
import unicodedata

HERE = pathlib.Path(__file__).parent / "html"


def page(lang, title, body, meta=""):
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>{meta}<title>{title}</title></head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def declared(charset):
    return f'<meta charset="{charset}">'


RUSSIAN = (
    '<h1>Погода в Санкт-Петербурге</h1>\n<p>Утром в <b>Москве</b> туман, в '
    '<a href="kazan.html">Казани</a> солнце&nbsp;— до +7&deg;.</p>\n'
    '<p>«Волга» вскрылась у Твери; №5 идёт до <i>Нижнего&nbsp;Новгорода</i>.</p>'
)
JAPANESE = (
    "<h1>京都の祭り</h1>\n<p>祇園祭は<b>七月</b>に行われる。表示ソ能予ー、"
    "ｶﾀｶﾅと<i>ひらがな</i>と漢字。</p>\n<pre>\n一行目\n　二行目</pre>"
)
CHINESE = (
    "<h1>长城</h1>\n<p>长城东起<b>山海关</b>，西至嘉峪关，全长约两万公里。</p>\n"
    '<p title="北京">从<i>北京</i>到八达岭，乘火车一小时&hellip;</p>'
)
TAIWANESE = (
    "<h1>臺北</h1>\n<p>臺北一零一是<b>臺灣</b>最高的建築，功能許多。</p>\n"
    "<ul><li>高雄<li>臺南<li>花蓮</ul>"
)
POLISH = (
    "<h1>Zażółć gęślą jaźń</h1>\n<p>Z <b>Łodzi</b> do Gdańska jedzie się cztery godziny, "
    "do <i>Poznania</i> trzy; děkuji z Plzně, köszönöm Győrből.</p>"
)
KOREAN = (
    "<h1>제주도</h1>\n<p>제주도는 대한민국에서 가장 큰 <b>섬</b>이다. 한라산은 "
    "<i>1,947m</i>이다.</p>\n<table><tr><td>서귀포</table>"
)
GREEK = "<h1>Θεσσαλονίκη</h1>\n<p>Από την <b>Αθήνα</b> ώς τη Θεσσαλονίκη 500&nbsp;χλμ.</p>"
FRENCH = (
    "<h1>Été à Sète</h1>\n<p>Où déjeuner près du môle ? Chez <b>Françoise</b>, 12&nbsp;€ "
    "— « cœur » de thon, œufs… à l’huile.</p>\n<p title='né à Nîmes'>Béziers &amp; Agde"
)


def files():
    yield "encoding-windows-1251.html", page(
        "ru", "Погода", RUSSIAN, declared("windows-1251")
    ).encode("cp1251")
    yield "encoding-koi8-r-http-equiv.html", page(
        "ru",
        "Погода",
        RUSSIAN.replace("№", "N").replace("«", '"').replace("»", '"').replace("—", "-"),
        '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
    ).encode("koi8-r")
    yield "encoding-shift-jis.html", page(
        "ja", "京都", JAPANESE, declared("shift_jis")
    ).encode("cp932")
    yield "encoding-euc-jp.html", page("ja", "京都", JAPANESE, declared("euc-jp")).encode("euc_jp")
    yield "encoding-iso-2022-jp.html", page(
        "ja", "京都", JAPANESE.replace("ｶﾀｶﾅ", "カタカナ"), declared("iso-2022-jp")
    ).encode("iso2022_jp")
    yield "encoding-gbk.html", page("zh-CN", "长城", CHINESE, declared("gb2312")).encode("gbk")
    yield "encoding-gb18030-four-bytes.html", page(
        "zh-CN", "生僻字 㐀", CHINESE + "<p>㐀㑇 𠀀𠀁 😀 <b>€</b>ÿ</p>", declared("gb18030")
    ).encode("gb18030")
    yield "encoding-big5.html", page("zh-TW", "臺北", TAIWANESE, declared("big5")).encode("big5")
    yield "encoding-iso-8859-2.html", page(
        "pl", "Jaźń", POLISH, declared("iso-8859-2")
    ).encode("iso-8859-2")
    yield "encoding-euc-kr.html", page("ko", "제주도", KOREAN, declared("euc-kr")).encode("euc-kr")
    yield "encoding-windows-1253.html", page(
        "el", "Ταξίδι", GREEK, declared("windows-1253")
    ).encode("cp1253")
    yield "encoding-utf-16le-bom.html", b"\xff\xfe" + page(
        "en", "Sixteen bits", "<h1>Tromsø 😀</h1>\r\n" + GREEK + "<p>Alta &amp; <i>Narvik</i>"
    ).encode("utf-16-le")
    yield "encoding-utf-16be-bom.html", b"\xfe\xff" + page(
        "en", "Big end first", "<h1>Bodø 𝔸</h1>" + CHINESE
    ).encode("utf-16-be")
    yield "encoding-utf-8-bom.html", b"\xef\xbb\xbf" + page(
        "fr", "BOM", FRENCH, declared("windows-1251")
    ).encode()
    yield "encoding-windows-1252-undeclared.html", page("fr", "Sète", FRENCH).encode("cp1252")
    yield "encoding-latin1-with-c1-bytes.html", page(
        "fr", "C1", FRENCH + "\udc81\udc8d\udc8f\udc90\udc9d", declared("iso-8859-1")
    ).encode("cp1252", "surrogateescape")
    yield "encoding-wrong-declaration.html", page(
        "fr", "Says shift_jis, is utf-8", FRENCH + GREEK, declared("shift_jis")
    ).encode()
    yield "encoding-unknown-label.html", page(
        "fr", "Label", "<p>Ascii only, from Arles to Nice.", declared("utf-sieben")
    ).encode()
    yield "encoding-invalid-utf-8.html", (
        page("en", "Bad \udcff bytes", "", declared("utf-8")).encode("utf-8", "surrogateescape")
        + b"<p>Lone \x80 and \xc3( and \xe2\x82 and \xf0\x9f\x98 cut, \xed\xa0\x80 surrogate, "
        b"\xc0\xaf long, \xf8\x88\x80\x80\x80 five, <b>\xfe\xff</b>\xffVerona\xe9</p>\n"
        b"<p title='\xff'>Vicenza\xc3</p><!-- \xff --><\xff>\xe2"
    )
    yield "encoding-truncated-utf-8.html", "<p>Text that ends within Köl".encode() + b"n \xe2\x82"
    yield "bytes-nul-and-controls.html", (
        page("en", "N\0UL", "", declared("utf-8")).encode()
        + b"<p>One\0two \0\0 three\x01\x02\x08\x0b\x0c\x0e\x1b\x1f\x7f four Pisa</p>\0"
        b"<p\0 a\0b=\"c\0d\" \0=1>Lucca</p><b\0>x</b\0><script>a\0b</script><textarea>\0c\0</textarea>"
        b"<!-- \0 --><svg><text>d\0e</text><![CDATA[\0]]></svg><table>\0<tr><td>\0f</table>"
        b"&\0amp; &am\0p; &#\x000; <\0p> </\0p> <!\0> Siena\0"
    )
    text = page("it", "Righe", "<p>una\ndue <b>tre\nquattro</b>\n\nAosta\n</p>\n<pre>\n\nuno\n"
                "  <i>due</i>\n&#13;\n\ntre\n</pre><textarea>\nNovara\nBiella</textarea>\n"
                "<p title=\"a\nb\">x &amp;\ny<br>\nz\n<!-- a\nb -->\n", declared("utf-8"))
    yield "line-ends-crlf.html", text.replace("\n", "\r\n").encode()
    yield "line-ends-lone-cr.html", text.replace("\n", "\r").encode()
    yield "line-ends-mixed.html", "".join(
        line + ("\n", "\r\n", "\r", "\n\r", "\r\r\n")[i % 5]
        for i, line in enumerate(text.split("\n"))
    ).encode()
    yield "white-space-tabs-form-feeds.html", page(
        "en", " \t tabs \f and \n feeds ",
        "<p>\ta\t\tb\fc \f d\x0be\u00a0 \u00a0f\u2003g\u3000h\u200bi \u2028j</p>"
        "<p\ta=1\f\n\fb=2\t>\tMilan \t<b>\t </b>\f<i> </i> \tTurin</p><pre>\t\fx\n\n\t</pre>",
        declared("utf-8"),
    ).encode()
    depth = 2000
    yield "deep-divs-2000.html", (
        "<!DOCTYPE html><title>Deep</title>" + "<div>" * depth + "<p>Bottom of <b>Baku</b></p>"
        + "</div>" * depth + "<p>After</p>"
    ).encode()
    yield "deep-inline-unclosed.html", (
        "<!DOCTYPE html><title>Deep inline</title><p>"
        + "".join(f"<{tag}>{tag} " for tag in ["b", "i", "u", "span", "em"] * 60)
        + "in the middle of Tbilisi</p><p>formatting comes back: Batumi"
    ).encode()
    yield "deep-lists-tables.html", (
        "<!DOCTYPE html><title>Deep lists</title>" + "<ul><li>x" * 150
        + "<table><tr><td>" * 40 + "<p>Inner cell of Gyumri" + "</table>" * 40 + "tail"
    ).encode()
    words = "Yerevan Sevan Dilijan Goris Meghri Kapan Sisian Jermuk".split()
    yield "long-line.html", (
        "<!DOCTYPE html><meta charset=utf-8><title>Long</title><p>"
        + " ".join(
            f"{words[i % 8]} <b>{words[i * 5 % 8]}</b>&amp;{i}" for i in range(600)
        )
        + "</p>"
    ).encode()
    yield "long-attribute-and-word.html", (
        "<!DOCTYPE html><meta charset=utf-8><title>Long word</title><p title='" + "é" * 3000 + "'>"
        + "Donaudampfschiff" * 200 + " in <img alt=x src='data:image/png;base64," + "A" * 4000
        + "'> Linz"
    ).encode()
    decomposed = unicodedata.normalize("NFD", "Hà Nội, Đà Nẵng và Huế; Ångström, Čeština, 한글")
    yield "combining-decomposed.html", page(
        "vi", "NFD", f"<p>{decomposed}</p><p>" + decomposed.replace("ộ", "<b>ộ</b>")
        + "</p><p>o<b>\u0323</b>\u0302 and e\u0301\u0323\u0308</p>", declared("utf-8"),
    ).encode()
    yield "truncated-in-tag.html", b"<!DOCTYPE html><title>Cut</title><p>Text of Sofia <a href='x"
    yield "truncated-in-comment.html", b"<p>Text of Plovdiv</p><!-- cut here --"
    yield "truncated-in-reference.html", b"<p>Text of Varna &amp; Burgas &eacut"
    yield "truncated-in-doctype.html", b"<!DOCTYPE html PUBLIC '-//W3C//DTD HTML"


for name, data in files():
    (HERE / name).write_bytes(data)
