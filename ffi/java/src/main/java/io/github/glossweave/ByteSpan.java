package io.github.glossweave;

import java.io.Serializable;

/**
 * A part of a source or of a result: from {@code start} up to, and without, {@code end}. Counts bytes; those of a package
 * are the bytes of its files that were read, one after the other ({@link Document#parts()}).
 *
 * @param start the first position
 * @param end the position after the last one
 */
public record ByteSpan(long start, long end) implements Serializable {}
