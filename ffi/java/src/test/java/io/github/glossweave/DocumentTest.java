package io.github.glossweave;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The rules that the case table cannot say: how spans count, and which errors there are. */
class DocumentTest {
    @Test
    void spansOfTextsSliceStrings() {
        try (Dictionary names = Dictionary.fromCsv("uri,label\nhttp://example.org/c,Çork\n")) {
            for (String before : List.of("", "é ", "日本 ", "😀😀 ", "a😀é日 ", "שלום ", "مرحبا 😀 ")) {
                try (Document document = Document.decode(before + "Çork 😀", "text")) {
                    Annotation one = names.recognize(document).getFirst();
                    assertEquals("Çork", one.span().of(document.text()));
                    Document.Unit unit = document.units().getFirst();
                    assertEquals(document.text().length(), unit.span().end());
                    assertEquals(document.text(), unit.text());
                    ByteSpan source = document.sourceSpan(one.span()).orElseThrow();
                    assertEquals(before.getBytes(StandardCharsets.UTF_8).length, source.start());
                    assertEquals(5, source.end() - source.start());
                    Encoded encoded = document.encode(List.of());
                    assertEquals(before + "Çork 😀", new String(encoded.bytes(), StandardCharsets.UTF_8));
                }
            }
        }
    }

    @Test
    void textFromRightToLeftIsMarkedInItsOrder() {
        String source = "<p dir=\"rtl\">שלום ל<b>דב</b>לין היום";
        try (Document document = Document.decode(source, "html")) {
            int start = document.text().indexOf("דבלין");
            Annotation one = new Annotation.Entity(new Span(start, start + 5), "http://example.org/dublin");
            String marked = new String(document.encode(List.of(one)).bytes(), StandardCharsets.UTF_8);
            assertTrue(marked.contains("ל<span its-ta-ident-ref=\"http://example.org/dublin\"><b>דב</b>לין</span> היום"), marked);
            try (Document again = Document.decode(marked, "html")) {
                assertEquals(List.of(one), again.annotations());
                assertEquals(document.text(), again.text());
            }
        }
    }

    @Test
    void aSpanThatCutsACharacterOrLeavesTheTextIsInvalid() {
        try (Document document = Document.decode("<p>a😀b", "html")) {
            int[][] wrong = {{2, 3}, {0, 5}, {-1, 1}, {1, 2}, {3, 1}, {Integer.MAX_VALUE, Integer.MIN_VALUE}};
            for (int[] span : wrong) {
                Annotation one = new Annotation.Entity(new Span(span[0], span[1]), "http://example.org/x");
                GlossweaveException error =
                        assertThrows(GlossweaveException.class, () -> document.encode(List.of(one)));
                assertEquals(ErrorKind.INVALID, error.kind());
                assertEquals(Optional.of("span"), error.parameter());
                assertThrows(GlossweaveException.class, () -> document.sourceSpan(one.span()));
            }
        }
    }

    @Test
    void errorsHaveAKindAPlaceAndAParameter() {
        GlossweaveException malformed =
                assertThrows(GlossweaveException.class, () -> Document.decode("<a>\n<b></a>", "xml"));
        assertEquals(ErrorKind.MALFORMED, malformed.kind());
        Location place = malformed.location().orElseThrow();
        assertEquals(List.of(2, 4), List.of(place.line(), place.column()));
        assertEquals(7, place.bytes().start());

        assertKind(ErrorKind.UNSUPPORTED, () -> Document.decode("", "no-format"));
        GlossweaveException invalid = assertThrows(
                GlossweaveException.class, () -> Document.decode("", "text", Options.of("no-option", 1)));
        assertEquals(ErrorKind.INVALID, invalid.kind());
        assertEquals(Optional.of("no-option"), invalid.parameter());
        assertTrue(invalid.getMessage().contains("max-bytes"), invalid.getMessage());
        assertEquals(Optional.empty(), invalid.location());

        assertKind(ErrorKind.TOO_LARGE, () -> Document.decode("12345", "text", Options.of("max-bytes", 4)));
        assertKind(ErrorKind.MALFORMED, () -> Dictionary.fromCsv("uri,label\nonly one\n"));
    }

    private static void assertKind(ErrorKind kind, org.junit.jupiter.api.function.Executable call) {
        assertEquals(kind, assertThrows(GlossweaveException.class, call).kind());
    }

    @Test
    void halvesOfSurrogatePairsAreInvalid() {
        for (String wrong : List.of("a\uD83D", "\uDE00a", "\uD83D\uD83D\uDE00", "x\uDE00\uD83D")) {
            GlossweaveException error =
                    assertThrows(GlossweaveException.class, () -> Document.decode(wrong, "text"));
            assertEquals(ErrorKind.INVALID, error.kind());
            assertTrue(error.getMessage().contains("half of a surrogate pair at"), error.getMessage());
            assertKind(ErrorKind.INVALID, () -> Glossweave.identifyLanguage(wrong));
            assertKind(ErrorKind.INVALID, () -> Document.decode("", "text", Options.of("language", wrong)));
        }
        try (Document document = Document.decode("😀\u0000\uFFFD\uFEFF", "text")) {
            assertEquals("😀\u0000\uFFFD\uFEFF", document.text());
        }
    }

    @Test
    void nullIsRefused() {
        assertThrows(NullPointerException.class, () -> Document.decode((byte[]) null, "text"));
        assertThrows(NullPointerException.class, () -> Document.decode("", null));
        assertThrows(NullPointerException.class, () -> Document.decode("", "text", null));
        assertThrows(NullPointerException.class, () -> Dictionary.fromCsv((String) null));
        assertThrows(NullPointerException.class, () -> Options.of(null, "x"));
        try (Document document = Document.decode("x", "text")) {
            assertThrows(NullPointerException.class, () -> document.encode(null));
            assertThrows(NullPointerException.class, () -> document.toNif(List.of(), null, Options.none()));
            assertThrows(NullPointerException.class, () -> document.sourceSpan(null));
        }
        assertThrows(NullPointerException.class, () -> new Annotation.Term(null));
    }

    @Test
    void annotationsOfEachKindComeBackAsTheyWere() {
        List<Annotation> all = List.of(
                new Annotation.Entity(
                        new Span(0, 2),
                        List.of("http://example.org/a"),
                        List.of("http://example.org/Class"),
                        null,
                        null,
                        0.5,
                        "http://example.org/tool"),
                new Annotation.Term(new Span(3, 5), "http://example.org/term", null, 1.0, null),
                new Annotation.Translation(new Span(6, 8), "dos 😀", "es"),
                new Annotation.Metadata(
                        new Span(9, 11), "localization-note", Map.of("locNote", "short", "locNoteType", "alert")));
        try (Document document = Document.decode("ab 😀 cd ef", "text")) {
            byte[] nif = document.toNif(all, "turtle", Options.none());
            try (Nif read = Nif.read(new String(nif, StandardCharsets.UTF_8), "turtle")) {
                assertEquals("ab 😀 cd ef", read.contexts().getFirst().text());
                assertEquals(Optional.of(4), read.annotationsOf(document).map(List::size));
                List<Annotation> found = read.annotations(0);
                for (Annotation one : all) {
                    Annotation same = found.stream().filter(other -> other.span().equals(one.span())).findFirst().orElseThrow();
                    assertEquals(one.getClass(), same.getClass());
                    assertEquals(one.confidence(), same.confidence());
                }
                assertEquals(all.get(2), found.stream().filter(Annotation.Translation.class::isInstance).findFirst().orElseThrow());
                assertThrows(GlossweaveException.class, () -> read.annotations(1));
                assertThrows(GlossweaveException.class, () -> read.document(-1));
            }
        }
    }

    @Test
    void recordsOfMetadataStayInOrder() {
        String source = "<p>One <span its-loc-quality-issue-type=\"typographical\" its-loc-quality-issue-comment=\"c\">two</span>";
        try (Document document = Document.decode(source, "html")) {
            Annotation.Metadata one = (Annotation.Metadata) document.annotations().getFirst();
            assertEquals("localization-quality-issue", one.category());
            assertEquals("two", one.span().of(document.text()));
            assertNotEquals(one.fields().isEmpty(), one.records().isEmpty());
        }
    }

    @Test
    void translationsOfTheSourceAreADocument() {
        String xliff = "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"><file original=\"x\""
                + " source-language=\"en\" target-language=\"de\" datatype=\"plaintext\"><body>"
                + "<trans-unit id=\"u\"><source>One 😀</source><target>Eins</target></trans-unit>"
                + "</body></file></xliff>";
        try (Document document = Document.decode(xliff, "xliff");
                Document target = document.target().orElseThrow()) {
            assertEquals("Eins", target.units().get(document.targetUnit(0).orElseThrow()).text());
            assertTrue(document.targetUnit(1).isEmpty());
            assertTrue(document.targetUnit(-1).isEmpty());
            assertEquals("u", document.units().getFirst().name());
            Document.Section section = document.sections().getFirst();
            assertEquals("de", section.targetLanguage());
            assertEquals(document.text(), section.span().of(document.text()));
        }
        try (Document document = Document.decode("x", "text")) {
            assertTrue(document.target().isEmpty());
        }
    }

    @Test
    void exportsTellWhatIsLeftOut() {
        try (Document document = Document.decode("<p>Dublin is here.", "html", Options.of("language", "en"))) {
            Annotation one = new Annotation.Entity(new Span(0, 6), "http://example.org/dublin");
            Encoded made = document.export(List.of(one), "conll-u", Options.of("name", "a"));
            assertTrue(new String(made.bytes(), StandardCharsets.UTF_8).contains("Dublin"));
            assertEquals(1, made.placements().size());
        }
    }

    @Test
    void offsetsOfChunksCountAsStringsDo() {
        try (Document document = Document.decode("😀 To Cork.", "text")) {
            Span cork = new Span(6, 10);
            var marks = List.of(new Annotation.Entity(cork, "http://example.org/cork"));
            String line = new String(document.chunkLines(marks, Options.none()), StandardCharsets.UTF_8);
            assertTrue(line.contains("\"start\": 0, \"end\": 11"), line);
            assertTrue(line.contains("{\"start\": 6, \"end\": 10, \"text\": \"Cork\""), line);
            Options points = Options.of("offsets", "code-points");
            line = new String(document.chunkLines(marks, points), StandardCharsets.UTF_8);
            assertTrue(line.contains("{\"start\": 5, \"end\": 9, \"text\": \"Cork\""), line);
        }
    }

    @Test
    void languagesAndFormatsAreKnown() {
        String text = "Der Zug nach Berlin fährt heute leider erst eine Stunde später ab.";
        assertEquals("de", Glossweave.identifyLanguage(text).orElseThrow().tag());
        assertTrue(Glossweave.identifyLanguage("").isEmpty());
        assertTrue(Glossweave.formats().contains("\"xliff\""));
        assertTrue(Glossweave.version().matches("\\d+\\.\\d+\\.\\d+.*"), Glossweave.version());
    }

    @Test
    void encodingsThatStringsDeclareAreIgnored() {
        for (String[] source : new String[][] {
            {"<meta charset=iso-8859-1><p>é", "html"}, {"<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a>é</a>", "xml"}
        }) {
            try (Document document = Document.decode(source[0], source[1], Options.of("charset", "iso-8859-1"))) {
                assertEquals("é", document.text());
            }
        }
        byte[] latin = "<p>é".getBytes(StandardCharsets.ISO_8859_1);
        try (Document document = Document.decode(latin, "html", Options.of("charset", "iso-8859-1"))) {
            assertEquals("é", document.text());
            assertEquals("windows-1252", document.encoding());
        }
    }

    @Test
    void kindsAreThoseOfTheLibrary() {
        Function name = Functions.text("gw_status_name", ValueLayout.JAVA_INT);
        for (int status = 1; ; status++) {
            try (Frame frame = new Frame()) {
                String expected = frame.returned(name, status).text();
                if (expected == null || expected.isEmpty()) {
                    assertEquals(ErrorKind.values().length, status);
                    return;
                }
                assertEquals(expected, Row.name(ErrorKind.of(status)));
            }
        }
    }

    @Test
    void deepMarkupIsAnErrorOrADocument() {
        for (int depth : List.of(100, 10_000, 100_000)) {
            for (String[] open : new String[][] {{"<p>", "html"}, {"<a>", "xml"}, {"[", "jsonc"}, {"> ", "markdown"}}) {
                try {
                    Document.decode(open[0].repeat(depth), open[1]).close();
                } catch (GlossweaveException error) {
                    assertNotEquals(ErrorKind.INTERNAL, error.kind(), open[1] + depth + error.getMessage());
                }
            }
        }
    }
}
