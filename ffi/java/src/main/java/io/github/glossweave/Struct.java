package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** Reads a structure of C field by field, each at the next offset that is a multiple of its size. */
final class Struct {
    /** The bytes of the largest structure that is written by the library ({@code GwUnit}), and some more. */
    static final long LARGEST = 96;

    private final MemorySegment segment;
    private long offset;

    Struct(MemorySegment segment) {
        this.segment = segment;
    }

    private long next(long size) {
        long at = (offset + size - 1) / size * size;
        offset = at + size;
        return at;
    }

    boolean bool() {
        return segment.get(JAVA_BYTE, next(1)) != 0;
    }

    int number() {
        return segment.get(JAVA_INT, next(4));
    }

    long size() {
        return segment.get(JAVA_LONG, next(8));
    }

    double real() {
        return segment.get(JAVA_DOUBLE, next(8));
    }

    MemorySegment pointer() {
        return segment.get(ADDRESS, next(8));
    }

    ByteSpan span() {
        return new ByteSpan(size(), size());
    }

    /** Reads {@code GwBytes} or the beginning of {@code GwBuffer}; {@code null} if there is no data. */
    byte[] bytes() {
        MemorySegment data = pointer();
        long length = size();
        if (data.equals(MemorySegment.NULL)) return null;
        if (length > Integer.MAX_VALUE - 8) {
            throw new GlossweaveException(
                    ErrorKind.TOO_LARGE, "the result has " + length + " bytes, more than an array can have", null);
        }
        return data.reinterpret(length).toArray(JAVA_BYTE);
    }

    /** Reads {@code GwStr}; {@code null} if there is no text. */
    String text() {
        byte[] bytes = bytes();
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
