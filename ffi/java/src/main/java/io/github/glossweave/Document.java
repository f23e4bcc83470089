package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A document: its text, and where that is in the source. Never changes; any number of threads may use it at once. Takes
 * memory outside the heap until it is closed.
 */
public final class Document extends Handle {
    private final Utf8 text;

    Document(MemorySegment pointer) {
        super(pointer, Functions.DOCUMENT_FREE);
        try (Frame frame = new Frame()) {
            text = new Utf8(frame.returned(Functions.DOCUMENT_TEXT, pointer).bytes());
        }
    }

    /**
     * A run of text that belongs together, such as a paragraph.
     *
     * @param span units of UTF-16 of the text
     * @param text the text of the unit
     * @param id the identifier that NIF shows as {@code dc:identifier}
     * @param name the name in the source, such as the {@code id} of a {@code trans-unit}; {@code null} if it has none
     * @param language the language tag; {@code null} if the document says none
     */
    public record Unit(Span span, String text, int id, String name, String language) {}

    /**
     * A part of the text with a name and languages of its own, such as a {@code file} of XLIFF.
     *
     * @param span units of UTF-16 of the text
     * @param name the name in the source, or {@code null}
     * @param language the language tag of its text, or {@code null}
     * @param targetLanguage the language tag of its translations, or {@code null}
     */
    public record Section(Span span, String name, String language, String targetLanguage) {}

    /**
     * Something odd in a source that was read all the same.
     *
     * @param message the message
     * @param bytes bytes of the source
     */
    public record Warning(String message, ByteSpan bytes) {
        private static Warning read(Struct struct) {
            return new Warning(struct.text(), struct.span());
        }
    }

    /**
     * Annotations that were read, and those that were not.
     *
     * @param annotations the annotations
     * @param skipped those that were left out, with the reason
     */
    public record WebAnnotations(List<Annotation> annotations, List<Skipped> skipped) {}

    /**
     * Reads a document.
     *
     * @param source the bytes, in any encoding
     * @param format a name such as {@code html}, or a media type
     * @param options {@code charset} (the encoding that the transport declares), {@code language} (of text for which the
     *     document says none), {@code max-bytes}; for markup {@code rules} (documents with ITS rules, later ones win),
     *     {@code rule-set}, {@code rules-folder}, {@code base}, {@code parameters} ({@code NAME=VALUE}); for XML
     *     {@code unknown-entities} ({@code omit}, {@code replace}, {@code refuse}); for text {@code invalid-bytes}
     *     ({@code refuse}, {@code replace}); for HTML {@code translatable-attributes} ({@code yes}, {@code no}); for tables
     *     {@code numeric-cells} ({@code yes}, {@code no}) and {@code columns}; for sources with translations into several languages
     *     {@code target-language}; for strings and XML {@code placeholders}
     * @return the document
     * @throws GlossweaveException {@link ErrorKind#MALFORMED}, with the place, if the source is not in that format
     */
    public static Document decode(byte[] source, String format, Options options) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(options, "options");
        try (Frame frame = new Frame()) {
            return new Document(frame.value(
                    Struct::pointer,
                    Functions.DECODE,
                    frame.input(source),
                    frame.input(format),
                    frame.params(options)));
        }
    }

    /**
     * Reads a document, without options.
     *
     * @param source the bytes, in any encoding
     * @param format a name such as {@code html}, or a media type
     * @return the document
     * @throws GlossweaveException {@link ErrorKind#MALFORMED}, with the place, if the source is not in that format
     */
    public static Document decode(byte[] source, String format) {
        return decode(source, format, Options.none());
    }

    /**
     * Reads a document from a string, which is passed on as UTF-8: spans of the source count bytes of that. Encodings that the
     * source declares are ignored.
     *
     * @param source the source
     * @param format a name such as {@code html}, or a media type
     * @param options those of {@link #decode(byte[], String, Options)} without {@code charset}
     * @return the document
     * @throws GlossweaveException {@link ErrorKind#MALFORMED}, with the place, if the source is not in that format;
     *     {@link ErrorKind#INVALID} for half of a surrogate pair
     */
    public static Document decode(String source, String format, Options options) {
        Objects.requireNonNull(options, "options");
        byte[] bytes = Utf8.encoded(Objects.requireNonNull(source, "source"));
        return decode(bytes, format, options.with("charset", "utf-8"));
    }

    /**
     * Reads a document from a string, without options. Encodings that the source declares are ignored.
     *
     * @param source the source
     * @param format a name such as {@code html}, or a media type
     * @return the document
     * @throws GlossweaveException {@link ErrorKind#MALFORMED}, with the place, if the source is not in that format;
     *     {@link ErrorKind#INVALID} for half of a surrogate pair
     */
    public static Document decode(String source, String format) {
        return decode(source, format, Options.none());
    }

    /** The text with its places, which stay when the document is closed. */
    Utf8 places() {
        return text;
    }

    /**
     * Returns the text.
     *
     * @return the text of all units
     */
    public String text() {
        try (Frame frame = new Frame()) {
            frame.use(this);
            return text.string();
        }
    }

    /**
     * Returns the encoding in which the bytes were read.
     *
     * @return its name in the Encoding Standard, such as {@code UTF-8}
     */
    public String encoding() {
        try (Frame frame = new Frame()) {
            return frame.returned(Functions.DOCUMENT_ENCODING, frame.use(this)).text();
        }
    }

    /**
     * Returns the units.
     *
     * @return the units, in the order of the text
     */
    public List<Unit> units() {
        return list(Functions.DOCUMENT_UNIT_COUNT, Functions.DOCUMENT_UNIT, struct -> {
            Span span = text.units(struct.span());
            struct.span();
            String language = struct.text();
            String name = struct.text();
            return new Unit(span, span.of(text.string()), struct.number(), name, language);
        });
    }

    /**
     * Returns the sections.
     *
     * @return the sections, in the order of the text
     */
    public List<Section> sections() {
        return list(Functions.DOCUMENT_SECTION_COUNT, Functions.DOCUMENT_SECTION, struct ->
                new Section(text.units(struct.span()), struct.text(), struct.text(), struct.text()));
    }

    /**
     * Returns the files of a package.
     *
     * @return the files that were read; none if the format is not a package
     */
    public List<Part> parts() {
        return list(Functions.DOCUMENT_PART_COUNT, Functions.DOCUMENT_PART, Part::read);
    }

    /**
     * Returns the warnings about the source.
     *
     * @return the warnings
     */
    public List<Warning> warnings() {
        return list(Functions.DOCUMENT_WARNING_COUNT, Functions.DOCUMENT_WARNING, Warning::read);
    }

    private <T> List<T> list(Function count, Function item, Frame.Reader<T> reader) {
        try (Frame frame = new Frame()) {
            return frame.list(reader, count, item, frame.use(this));
        }
    }

    /**
     * Returns the annotations that the markup of the document has.
     *
     * @return the annotations
     */
    public List<Annotation> annotations() {
        try (Frame frame = new Frame()) {
            MemorySegment list = frame.owned(
                    Functions.ANNOTATIONS_FREE, Functions.DOCUMENT_ANNOTATIONS, frame.use(this));
            return AnnotationList.read(frame, list, text);
        }
    }

    /**
     * Returns the texts that the source gives as translations.
     *
     * @return a document of its own, which is to be closed, if there are any
     */
    public Optional<Document> target() {
        try (Frame frame = new Frame()) {
            return Optional.ofNullable(frame.found(Struct::pointer, Functions.DOCUMENT_TARGET, frame.use(this)))
                    .map(Document::new);
        }
    }

    /**
     * Returns the unit of {@link #target()} that is the translation of a unit.
     *
     * @param unit the number of the unit, from 0
     * @return the number of its translation, if it has one
     */
    public OptionalInt targetUnit(int unit) {
        try (Frame frame = new Frame()) {
            Long target = frame.found(
                    Struct::size, Functions.DOCUMENT_TARGET_UNIT, frame.use(this), Integer.toUnsignedLong(unit));
            return target == null ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(target));
        }
    }

    /**
     * Returns the bytes of the source that a part of the text was read from.
     *
     * @param span units of UTF-16 of the text
     * @return the bytes, if the text has bytes of its own there
     * @throws GlossweaveException {@link ErrorKind#INVALID} if the span exceeds the text or splits a character
     */
    public Optional<ByteSpan> sourceSpan(Span span) {
        Objects.requireNonNull(span, "span");
        try (Frame frame = new Frame()) {
            MemorySegment document = frame.use(this);
            MemorySegment bytes = frame.span(text.bytes(span));
            return Optional.ofNullable(
                    frame.found(Struct::span, Functions.DOCUMENT_SOURCE_SPAN, document, bytes));
        }
    }

    /**
     * Writes the document with annotations inserted: the bytes of the source with insertions.
     *
     * @param annotations the annotations
     * @param options {@code verify} ({@code yes}, {@code no}), {@code on-parent} ({@code never}, {@code when-needed},
     *     {@code preferred}), {@code translations} ({@code no}, {@code yes}), {@code set-lang} ({@code no},
     *     {@code yes}), {@code target-state}, {@code max-output-bytes}, {@code profile} and {@code schema} (of markup
     *     profiles)
     * @return the bytes, and the result for each annotation
     * @throws GlossweaveException {@link ErrorKind#UNSUPPORTED} if documents of that format are only read
     */
    public Encoded encode(Collection<? extends Annotation> annotations, Options options) {
        Objects.requireNonNull(annotations, "annotations");
        Objects.requireNonNull(options, "options");
        try (Frame frame = new Frame()) {
            MemorySegment document = frame.use(this);
            MemorySegment list = AnnotationList.write(frame, annotations, text);
            return Encoded.read(frame.owned(
                    Functions.REPLY_FREE, Functions.ENCODE, document, list, frame.params(options)));
        }
    }

    /**
     * Writes the document with annotations inserted, without options.
     *
     * @param annotations the annotations
     * @return the bytes, and the result for each annotation
     * @throws GlossweaveException {@link ErrorKind#UNSUPPORTED} if documents of that format are only read
     */
    public Encoded encode(Collection<? extends Annotation> annotations) {
        return encode(annotations, Options.none());
    }

    /**
     * Writes the document as a new file, with the annotations of its markup and others.
     *
     * @param annotations annotations besides those of the markup
     * @param format the name or media type of an exchange format, such as {@code conll-u}
     * @param options {@code name} (of the document in the file), {@code max-output-bytes}
     * @return the file
     * @throws GlossweaveException {@link ErrorKind#UNSUPPORTED} if documents are not exported in that format
     */
    public Encoded export(Collection<? extends Annotation> annotations, String format, Options options) {
        Objects.requireNonNull(annotations, "annotations");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(options, "options");
        try (Frame frame = new Frame()) {
            MemorySegment document = frame.use(this);
            MemorySegment list = AnnotationList.write(frame, annotations, text);
            return Encoded.read(frame.owned(
                    Functions.REPLY_FREE,
                    Functions.EXPORT,
                    document,
                    list,
                    frame.input(format),
                    frame.params(options)));
        }
    }

    /**
     * Writes the document with annotations as NIF.
     *
     * @param annotations the annotations
     * @param format a notation of RDF, such as {@code turtle} or {@code json-ld}
     * @param options {@code prefix} (the beginning of IRIs), {@code nif-version} ({@code 2.0}, {@code 2.1}), {@code shape}
     *     ({@code units}, {@code its}), {@code language}, {@code fallback-language}, {@code max-output-bytes}
     * @return the bytes of the graph
     */
    public byte[] toNif(Collection<? extends Annotation> annotations, String format, Options options) {
        Objects.requireNonNull(annotations, "annotations");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(options, "options");
        try (Frame frame = new Frame()) {
            MemorySegment document = frame.use(this);
            MemorySegment list = AnnotationList.write(frame, annotations, text);
            return frame.buffer(
                    Functions.NIF_WRITE, document, list, frame.input(format), frame.params(options));
        }
    }

    /**
     * Writes annotations as a page of Web Annotations (JSON-LD): those that the markup has and others.
     *
     * @param annotations annotations besides those of the markup
     * @param options {@code source} (the IRI of the document, which is needed), {@code base}, {@code created} (a time with a
     *     zone), {@code text} (the IRI of the text that positions count), {@code max-output-bytes}
     * @return the bytes of the page
     */
    public byte[] toWebAnnotation(Collection<? extends Annotation> annotations, Options options) {
        Objects.requireNonNull(annotations, "annotations");
        Objects.requireNonNull(options, "options");
        try (Frame frame = new Frame()) {
            MemorySegment document = frame.use(this);
            MemorySegment list = AnnotationList.write(frame, annotations, text);
            return frame.buffer(Functions.WEB_ANNOTATION_WRITE, document, list, frame.params(options));
        }
    }

    /**
     * Reads Web Annotations of this document: one, a page, a collection with its first page, or a list of these.
     *
     * @param json the bytes of the JSON, in UTF-8
     * @param source the IRI of the document, whose annotations are read; empty for those of any document
     * @return the annotations, each with the place that its selectors have in the document
     * @throws GlossweaveException {@link ErrorKind#MALFORMED}, with the place, if this is not JSON or has no annotations
     */
    public WebAnnotations readWebAnnotations(byte[] json, String source) {
        Objects.requireNonNull(json, "json");
        Objects.requireNonNull(source, "source");
        try (Frame frame = new Frame()) {
            MemorySegment out = frame.allocate();
            MemorySegment reply = frame.owned(
                    Functions.REPLY_FREE,
                    Functions.WEB_ANNOTATION_READ,
                    frame.use(this),
                    frame.input(json),
                    frame.input(source),
                    out);
            MemorySegment list = frame.owned(Functions.ANNOTATIONS_FREE, new Struct(out).pointer());
            return new WebAnnotations(AnnotationList.read(frame, list, text), Reply.read(reply).skipped());
        }
    }

    /**
     * Divides the document into chunks for retrieval.
     *
     * @param annotations annotations besides those of the markup
     * @param options {@code split} ({@code units}, {@code sentences}, {@code words}), {@code size}, {@code size-unit}
     *     ({@code characters}, {@code words}), {@code overlap}, {@code at-headings} ({@code yes}, {@code no}),
     *     {@code offsets} ({@code utf-16}, as strings count, or {@code code-points}), {@code document} (a name that is
     *     written with each chunk), {@code max-output-bytes}
     * @return JSON Lines in UTF-8, one for each chunk, with spans of the text and bytes of the source
     */
    public byte[] chunkLines(Collection<? extends Annotation> annotations, Options options) {
        Objects.requireNonNull(annotations, "annotations");
        Objects.requireNonNull(options, "options");
        try (Frame frame = new Frame()) {
            MemorySegment document = frame.use(this);
            MemorySegment list = AnnotationList.write(frame, annotations, text);
            Options counted = options.withDefault("offsets", "utf-16");
            return frame.buffer(Functions.CHUNKS_WRITE, document, list, frame.params(counted));
        }
    }
}
