package io.github.glossweave;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/**
 * Functions of Java that the library calls. An exception must not leave them, for it would end the process. Two functions
 * serve all recognizers: the data of C is the number of one.
 */
final class Upcalls {
    static final MemorySegment RECOGNIZE =
            stub("recognize", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS));
    static final MemorySegment FINALIZE = stub("forget", FunctionDescriptor.ofVoid(JAVA_LONG));

    private static final Map<Long, Recognizer> RECOGNIZERS = new ConcurrentHashMap<>();
    private static final AtomicLong NEXT = new AtomicLong(1);
    private static final ThreadLocal<Failure> LAST = new ThreadLocal<>();

    private Upcalls() {}

    /** An exception, and its message in memory, which the library reads before the next call in this thread. */
    private record Failure(Throwable thrown, String message, MemorySegment text) {}

    private static MemorySegment stub(String name, FunctionDescriptor type) {
        try {
            var handle = MethodHandles.lookup().findStatic(Upcalls.class, name, type.toMethodType());
            return Linker.nativeLinker().upcallStub(handle, type, Arena.global());
        } catch (ReflectiveOperationException error) {
            throw new AssertionError(error);
        }
    }

    /** Keeps a recognizer until {@link #forget(long)}, and returns its number. */
    static long keep(Recognizer recognizer) {
        long number = NEXT.getAndIncrement();
        RECOGNIZERS.put(number, recognizer);
        return number;
    }

    /** {@code GwFinalize}. */
    static void forget(long number) {
        RECOGNIZERS.remove(number);
    }

    /** Returns how many recognizers are kept. */
    static int kept() {
        return RECOGNIZERS.size();
    }

    /** Returns the exception of this thread that led to an error with that message, or {@code null}. */
    static Throwable causeOf(String message) {
        Failure last = LAST.get();
        if (last == null) return null;
        LAST.remove();
        return message.contains(last.message()) ? last.thrown() : null;
    }

    /** {@code GwRecognize}. */
    static int recognize(long number, MemorySegment passage, MemorySegment found, MemorySegment reason) {
        try (Frame frame = new Frame()) {
            Struct struct = Struct.at(passage);
            Utf8 text = new Utf8(struct.bytes());
            String language = struct.text();
            List<Span> pieces = struct.array(piece -> text.units(piece.span()));
            Recognizer.Passage given = new Recognizer.Passage(text.string(), language, pieces);
            var annotations = RECOGNIZERS.get(number).recognize(given);
            try {
                AnnotationList.add(frame, found, annotations, text);
            } catch (Throwable wrong) {
                return failed(ErrorKind.PROVIDER, wrong, reason);
            }
            return 0;
        } catch (GlossweaveException error) {
            return failed(error.kind() == ErrorKind.OTHER ? ErrorKind.PROVIDER : error.kind(), error, reason);
        } catch (Throwable thrown) {
            return failed(ErrorKind.PROVIDER, thrown, reason);
        }
    }

    private static int failed(ErrorKind kind, Throwable thrown, MemorySegment reason) {
        try {
            String message = thrown.getMessage() == null ? thrown.getClass().getName() : thrown.getMessage();
            byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
            MemorySegment text = Arena.ofAuto().allocate(Math.max(1, bytes.length));
            MemorySegment.copy(bytes, 0, text, JAVA_BYTE, 0, bytes.length);
            MemorySegment pair = reason.reinterpret(Functions.STR.byteSize());
            pair.set(ADDRESS, 0, text);
            pair.set(JAVA_LONG, 8, bytes.length);
            LAST.set(new Failure(thrown, message, text));
        } catch (Throwable again) {
            // Without a message, such as if there is no memory left.
            return ErrorKind.PROVIDER.ordinal();
        }
        return kind.ordinal();
    }
}
