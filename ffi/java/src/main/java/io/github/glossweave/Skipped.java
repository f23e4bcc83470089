package io.github.glossweave;

/**
 * A part of the input that was left out: what is wrong in it, or what a format has no place for.
 *
 * @param subject the IRI of a string, the {@code id} of an entry, or the name of an entity or a file
 * @param message the reason
 * @param line its line in the source, from 1; 0 if that is not known
 * @param column its column, from 1; 0 if that is not known
 */
public record Skipped(String subject, String message, int line, int column) {
    static Skipped read(Struct struct) {
        return new Skipped(struct.text(), struct.text(), struct.number(), struct.number());
    }
}
