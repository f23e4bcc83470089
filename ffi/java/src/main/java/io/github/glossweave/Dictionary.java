package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A list of names that finds its names in documents. Never changes; any number of threads may use it at once. Takes memory
 * outside the heap until it is closed.
 */
public final class Dictionary extends Handle {
    private Dictionary(MemorySegment pointer) {
        super(pointer, Functions.DICTIONARY_FREE);
    }

    /**
     * Builds a dictionary from a table.
     *
     * @param table CSV or TSV in UTF-8, with a header that names the columns {@code uri}, {@code label}, and optionally
     *     {@code language}, {@code type}, {@code weight}
     * @return the dictionary
     * @throws GlossweaveException {@link ErrorKind#MALFORMED}, with the place of the first row, if no row is right; others that are wrong are left out
     */
    public static Dictionary fromCsv(byte[] table) {
        Objects.requireNonNull(table, "table");
        try (Frame frame = new Frame()) {
            return new Dictionary(
                    frame.value(Struct::pointer, Functions.DICTIONARY_FROM_CSV, frame.input(table)));
        }
    }

    /**
     * Builds a dictionary from a table in a string.
     *
     * @param table the table, as for {@link #fromCsv(byte[])}
     * @return the dictionary
     * @throws GlossweaveException {@link ErrorKind#MALFORMED}, with the place of the first row, if no row is right; others that are wrong are left out
     */
    public static Dictionary fromCsv(String table) {
        return fromCsv(Utf8.encoded(Objects.requireNonNull(table, "table")));
    }

    /**
     * Opens a saved dictionary, which is mapped into memory: the file is not to be written in place meanwhile.
     *
     * @param file the file
     * @return the dictionary
     * @throws GlossweaveException {@link ErrorKind#STORAGE} if the file is not a dictionary
     */
    public static Dictionary open(Path file) {
        Objects.requireNonNull(file, "file");
        try (Frame frame = new Frame()) {
            return new Dictionary(
                    frame.value(Struct::pointer, Functions.DICTIONARY_OPEN, frame.input(file.toString())));
        }
    }

    /**
     * Saves the dictionary to one file, which replaces an older one at once or not at all.
     *
     * @param file the file
     * @throws GlossweaveException {@link ErrorKind#STORAGE} if it cannot be written
     */
    public void save(Path file) {
        Objects.requireNonNull(file, "file");
        try (Frame frame = new Frame()) {
            frame.call(Functions.DICTIONARY_SAVE, frame.use(this), frame.input(file.toString()));
        }
    }

    /**
     * Finds the names in each unit of a document, in the language of the document.
     *
     * @param document the document
     * @return an {@link Annotation.Entity} for each name, in the order of the text
     */
    public List<Annotation> recognize(Document document) {
        Objects.requireNonNull(document, "document");
        try (Frame frame = new Frame()) {
            MemorySegment list = frame.owned(
                    Functions.ANNOTATIONS_FREE,
                    Functions.DICTIONARY_RECOGNIZE,
                    frame.use(this),
                    frame.use(document));
            return AnnotationList.read(frame, list, document.places());
        }
    }
}
