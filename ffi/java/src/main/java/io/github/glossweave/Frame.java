package io.github.glossweave;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** The arguments and results of one call, which are freed at its end. One thread uses it, so the arena is confined. */
final class Frame implements AutoCloseable {
    private final Arena arena = Arena.ofConfined();
    private final Deque<Runnable> ends = new ArrayDeque<>();
    private MemorySegment failure;

    /** Makes what the library wrote to memory into something of Java. */
    interface Reader<T> {
        T read(Struct struct);
    }

    /** Returns zeros, as many as the largest structure has. */
    MemorySegment allocate() {
        return arena.allocate(Struct.LARGEST, 8);
    }

    /** Returns the pointer of a handle, which is not freed before the end of this call. */
    MemorySegment use(Handle handle) {
        Handle.Owned owned = handle.owned();
        MemorySegment pointer = owned.acquire();
        ends.push(owned::release);
        return pointer;
    }

    /** Returns {@code GwStr} or {@code GwBytes} with a copy. */
    MemorySegment input(byte[] bytes) {
        MemorySegment pair = arena.allocate(Functions.STR);
        // Data of no bytes is not the same as no data.
        MemorySegment data = arena.allocate(Math.max(1, bytes.length));
        MemorySegment.copy(bytes, 0, data, JAVA_BYTE, 0, bytes.length);
        pair.set(ADDRESS, 0, data);
        pair.set(JAVA_LONG, 8, bytes.length);
        return pair;
    }

    MemorySegment input(String text) {
        return input(Utf8.encoded(text));
    }

    MemorySegment span(ByteSpan span) {
        MemorySegment pair = arena.allocate(Functions.SPAN);
        pair.set(JAVA_LONG, 0, span.start());
        pair.set(JAVA_LONG, 8, span.end());
        return pair;
    }

    /** Returns {@code GwParams}. */
    MemorySegment params(Options options) {
        return params(options.pairs());
    }

    MemorySegment params(List<Options.Pair> pairs) {
        if (pairs.isEmpty()) return MemorySegment.NULL;
        MemorySegment params = owned(Functions.PARAMS_FREE, Functions.PARAMS_NEW);
        for (Options.Pair pair : pairs) {
            call(Functions.PARAMS_ADD, params, input(pair.name()), input(pair.value()));
        }
        return params;
    }

    /** Returns {@code GwCall}. */
    MemorySegment given(Call call) {
        MemorySegment given = allocate();
        given.asSlice(0, 16).copyFrom(input(call.path()));
        given.set(ADDRESS, 16, params(call.parameters()));
        given.set(ADDRESS, 24, params(call.headers()));
        given.asSlice(32, 16).copyFrom(input(call.body()));
        given.asSlice(48, 16).copyFrom(input(call.method()));
        given.asSlice(64, 16).copyFrom(input(call.address()));
        return given;
    }

    /** Calls a function that returns a status and takes the place of the error last. */
    void call(Function function, Object... arguments) {
        if (failure == null) failure = arena.allocate(ADDRESS);
        if ((int) function.invoke(with(arguments, failure)) != 0) throw error(failure.get(ADDRESS, 0));
    }

    /** Calls a function that writes one value before the error, and reads that. */
    <T> T value(Reader<T> reader, Function function, Object... arguments) {
        MemorySegment out = allocate();
        call(function, with(arguments, out));
        return reader.read(new Struct(out));
    }

    /** Calls a function that writes one value; {@code null} if it is NotFound. */
    <T> T found(Reader<T> reader, Function function, Object... arguments) {
        try {
            return value(reader, function, arguments);
        } catch (GlossweaveException error) {
            if (error.kind() == ErrorKind.NOT_FOUND) return null;
            throw error;
        }
    }

    /** Calls a function that writes a pointer, which is freed at the end of this call. */
    MemorySegment owned(Function free, Function function, Object... arguments) {
        return owned(free, value(Struct::pointer, function, arguments));
    }

    MemorySegment owned(Function free, MemorySegment pointer) {
        ends.push(() -> free.invoke(pointer));
        return pointer;
    }

    /** Calls a function that writes a buffer before the error, and returns a copy of its bytes. */
    byte[] buffer(Function function, Object... arguments) {
        MemorySegment out = allocate();
        call(function, with(arguments, out));
        return taken(out);
    }

    String json(Function function, Object... arguments) {
        return new String(buffer(function, arguments), StandardCharsets.UTF_8);
    }

    /** Copies the bytes of a buffer, and frees it. */
    byte[] taken(MemorySegment buffer) {
        try {
            return new Struct(buffer).bytes();
        } finally {
            Functions.BUFFER_FREE.invoke(buffer);
        }
    }

    /** Calls a function that returns a text or bytes. */
    Struct returned(Function function, Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = arena;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return new Struct((MemorySegment) function.invoke(all));
    }

    /** Returns what a function writes for a handle and each number below that of another function. */
    <T> List<T> list(Reader<T> reader, Function count, Function item, MemorySegment handle) {
        int length = Math.toIntExact((long) count.invoke(handle));
        List<T> all = new ArrayList<>(length);
        MemorySegment out = allocate();
        for (long index = 0; index < length; index++) {
            call(item, handle, index, out);
            all.add(reader.read(new Struct(out)));
        }
        return List.copyOf(all);
    }

    /** Adds the names and values that a function returns for an index and the numbers from 0. */
    void named(Function function, MemorySegment handle, long index, List<Map.Entry<String, String>> into) {
        MemorySegment name = allocate();
        for (long number = 0; ; number++) {
            String value = returned(function, handle, index, number, name).text();
            if (value == null) return;
            into.add(Map.entry(new Struct(name).text(), value));
        }
    }

    /** Makes the exception of {@code GwError}, and frees that at the end of this call. */
    GlossweaveException error(MemorySegment error) {
        owned(Functions.ERROR_FREE, error);
        Struct struct = Struct.at(error);
        ErrorKind kind = ErrorKind.of(struct.number());
        boolean hasLocation = struct.bool();
        Location location = new Location(struct.span(), struct.number(), struct.number());
        String message = struct.text();
        // The message without the location.
        struct.skip();
        String parameter = struct.text();
        String code = struct.text();
        // The causes in the library.
        struct.skip();
        long retryAfter = struct.size();
        int step = Math.toIntExact(struct.size());
        var exception = new GlossweaveException(
                kind, message, parameter, code, hasLocation ? location : null, retryAfter, step);
        Throwable cause = Upcalls.causeOf(message);
        if (cause != null) exception.initCause(cause);
        return exception;
    }

    private static Object[] with(Object[] arguments, Object last) {
        Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = last;
        return all;
    }

    @Override
    public void close() {
        for (Runnable end : ends) end.run();
        arena.close();
    }
}
