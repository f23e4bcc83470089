package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A call of a service or a pipeline for many documents, on several threads of the library. Any number of threads may take
 * results. Closing it stops it, and waits for the documents that are in progress; if a thread waits for a result, it stops when
 * that has come.
 */
public final class Batch extends Handle {
    /** Held until the name of a result was read, which the library keeps until the next call only. */
    private final ReentrantLock lock = new ReentrantLock();

    Batch(MemorySegment pointer) {
        super(pointer, EngineFunctions.BATCH_FREE);
    }

    /**
     * The result of one document: a reply or a failure.
     *
     * @param index the index of the document, from 0
     * @param name the name of the document, empty if it has none
     * @param reply the answer; {@code null} if the document failed
     * @param failure the error of this document; {@code null} if there is none
     */
    public record Result(long index, String name, Reply reply, GlossweaveException failure) {}

    /**
     * Waits for the next result.
     *
     * @return the result; nothing if the batch is over
     */
    public Optional<Result> next() {
        try (Frame frame = new Frame()) {
            MemorySegment batch = frame.use(this);
            lock.lock();
            try {
                return frame.value(struct -> read(frame, struct), EngineFunctions.BATCH_NEXT, batch);
            } finally {
                lock.unlock();
            }
        }
    }

    private static Optional<Result> read(Frame frame, Struct struct) {
        if (struct.bool()) return Optional.empty();
        long index = struct.size();
        String name = struct.text();
        MemorySegment reply = struct.pointer();
        MemorySegment failure = struct.pointer();
        if (!failure.equals(MemorySegment.NULL)) {
            return Optional.of(new Result(index, name, null, frame.error(failure)));
        }
        frame.owned(Functions.REPLY_FREE, reply);
        return Optional.of(new Result(index, name, Reply.read(reply), null));
    }
}
