package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** Reads a structure of C field by field, each at the next offset that is a multiple of its size. */
final class Struct {
    /** The size in bytes of the largest structure ({@code GwReply}). */
    static final long LARGEST = 152;
    /** The alignment in bytes of all structures in arrays, because each contains a pointer or a length. */
    private static final long ALIGNMENT = 8;

    private final MemorySegment segment;
    private long offset;

    Struct(MemorySegment segment) {
        this.segment = segment;
    }

    /** Returns the structure that a pointer of the library refers to. */
    static Struct at(MemorySegment pointer) {
        return new Struct(pointer.reinterpret(LARGEST));
    }

    /** Moves to the next multiple of a size, and returns it. */
    private long align(long size) {
        offset = (offset + size - 1) / size * size;
        return offset;
    }

    private long next(long size) {
        long at = align(size);
        offset += size;
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

    /** Skips a text, bytes or an array. */
    void skip() {
        pointer();
        size();
    }

    /**
     * Reads an array and its length. The reader has to read all fields of an element, because the next element begins after
     * the last field.
     */
    <T> List<T> array(Frame.Reader<T> reader) {
        Struct elements = new Struct(pointer().reinterpret(Long.MAX_VALUE));
        int length = Math.toIntExact(size());
        List<T> all = new ArrayList<>(length);
        for (int index = 0; index < length; index++) {
            all.add(reader.read(elements));
            elements.align(ALIGNMENT);
        }
        return List.copyOf(all);
    }

    /** Reads {@code GwBytes} or the beginning of {@code GwBuffer}; no bytes if there is no data. */
    byte[] bytes() {
        byte[] bytes = data();
        return bytes == null ? new byte[0] : bytes;
    }

    /** Reads {@code GwStr}; {@code null} if there is no text. */
    String text() {
        byte[] bytes = data();
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private byte[] data() {
        MemorySegment data = pointer();
        long length = size();
        if (data.equals(MemorySegment.NULL)) return null;
        if (length > Integer.MAX_VALUE - 8) {
            throw new GlossweaveException(
                    ErrorKind.TOO_LARGE, "the result has " + length + " bytes, more than an array can have", null);
        }
        return data.reinterpret(length).toArray(JAVA_BYTE);
    }
}
