package io.github.glossweave;

/**
 * A part of a text: from {@code start} up to, and without, {@code end}. Counts units of UTF-16, as strings do.
 *
 * @param start the first position
 * @param end the position after the last one
 */
public record Span(int start, int end) {
    /**
     * Returns this part of a text.
     *
     * @param text the text that the span belongs to
     * @return the part
     * @throws IndexOutOfBoundsException if the span exceeds the text
     */
    public String of(String text) {
        return text.substring(start, end);
    }
}
