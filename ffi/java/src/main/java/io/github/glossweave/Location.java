package io.github.glossweave;

import java.io.Serializable;

/**
 * A place in the bytes that were given.
 *
 * @param bytes bytes of the source
 * @param line the line, from 1
 * @param column the column, from 1, in characters (in bytes if the source is not UTF-8)
 */
public record Location(ByteSpan bytes, int line, int column) implements Serializable {}
