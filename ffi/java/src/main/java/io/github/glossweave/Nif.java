package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * NIF that was read: the texts that it states, with their annotations. Never changes; any number of threads may use it at
 * once. Takes memory outside the heap until it is closed.
 */
public final class Nif extends Handle {
    private Nif(MemorySegment pointer) {
        super(pointer, Functions.NIF_FREE);
    }

    /**
     * A text that NIF states ({@code nif:Context}).
     *
     * @param iri its IRI, or the label of its blank node
     * @param text the text
     * @param language the language tag, or {@code null}
     */
    public record Context(String iri, String text, String language) {
        private static Context read(Struct struct) {
            return new Context(struct.text(), struct.text(), struct.text());
        }
    }

    /**
     * Reads NIF.
     *
     * @param source the bytes of the graph
     * @param format a notation of RDF, such as {@code turtle} or {@code json-ld}
     * @param base the IRI against which relative IRIs are resolved; empty if there are none
     * @return the NIF
     * @throws GlossweaveException {@link ErrorKind#MALFORMED} if this is not RDF, or an offset is outside its text
     */
    public static Nif read(byte[] source, String format, String base) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(base, "base");
        try (Frame frame = new Frame()) {
            return new Nif(frame.value(
                    Struct::pointer,
                    Functions.NIF_READ,
                    frame.input(source),
                    frame.input(format),
                    frame.input(base)));
        }
    }

    /**
     * Reads NIF from a string, without relative IRIs.
     *
     * @param source the graph
     * @param format a notation of RDF, such as {@code turtle} or {@code json-ld}
     * @return the NIF
     * @throws GlossweaveException {@link ErrorKind#MALFORMED} if this is not RDF, or an offset is outside its text
     */
    public static Nif read(String source, String format) {
        return read(Utf8.encoded(Objects.requireNonNull(source, "source")), format, "");
    }

    /**
     * Returns the texts.
     *
     * @return the texts; functions take their numbers, from 0
     */
    public List<Context> contexts() {
        try (Frame frame = new Frame()) {
            return frame.list(
                    Context::read, Functions.NIF_CONTEXT_COUNT, Functions.NIF_CONTEXT, frame.use(this));
        }
    }

    /**
     * Makes a document of plain text of a text.
     *
     * @param context the number of the text, from 0
     * @return a document of its own, which is to be closed
     * @throws GlossweaveException {@link ErrorKind#NOT_FOUND} if there is none of that number
     */
    public Document document(int context) {
        try (Frame frame = new Frame()) {
            return new Document(frame.value(
                    Struct::pointer,
                    Functions.NIF_DOCUMENT,
                    frame.use(this),
                    Integer.toUnsignedLong(context)));
        }
    }

    /**
     * Returns the annotations of a text.
     *
     * @param context the number of the text, from 0
     * @return the annotations, whose spans count units of UTF-16 of that text
     * @throws GlossweaveException {@link ErrorKind#NOT_FOUND} if there is none of that number
     */
    public List<Annotation> annotations(int context) {
        try (Document document = document(context);
                Frame frame = new Frame()) {
            MemorySegment list = frame.owned(
                    Functions.ANNOTATIONS_FREE,
                    Functions.NIF_ANNOTATIONS,
                    frame.use(this),
                    Integer.toUnsignedLong(context));
            return AnnotationList.read(frame, list, document.places());
        }
    }

    /**
     * Returns the annotations of the text of a document.
     *
     * @param document the document
     * @return the annotations, if the NIF has its text
     */
    public Optional<List<Annotation>> annotationsOf(Document document) {
        Objects.requireNonNull(document, "document");
        try (Frame frame = new Frame()) {
            MemorySegment list = frame.found(
                    Struct::pointer, Functions.NIF_ANNOTATIONS_OF, frame.use(this), frame.use(document));
            if (list == null) return Optional.empty();
            frame.owned(Functions.ANNOTATIONS_FREE, list);
            return Optional.of(AnnotationList.read(frame, list, document.places()));
        }
    }
}
