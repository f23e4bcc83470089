package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;

/**
 * Something that the library holds until it is closed, or nothing refers to it. It is freed when the last call that uses it
 * has ended, so it can be closed while other threads use it.
 */
abstract class Handle implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Owned owned;
    private final Cleaner.Cleanable cleanable;

    Handle(MemorySegment pointer, Function free) {
        owned = new Owned(getClass().getSimpleName(), pointer, free);
        cleanable = CLEANER.register(this, owned);
    }

    /** Returns what is to be released after each use. */
    final Owned owned() {
        return owned;
    }

    /**
     * Frees it; a second call does nothing. A call of another thread that uses it goes on, and later ones throw
     * {@link IllegalStateException}. What was read from it stays valid.
     */
    @Override
    public void close() {
        cleanable.clean();
    }

    /** A pointer, with the number of calls that use it. Does not refer to the handle, which the cleaner waits for. */
    static final class Owned implements Runnable {
        private final String name;
        private final MemorySegment pointer;
        private final Function free;
        private int uses;
        private boolean isClosed;

        private Owned(String name, MemorySegment pointer, Function free) {
            this.name = name;
            this.pointer = pointer;
            this.free = free;
        }

        /** Returns the pointer, which stays valid until {@link #release()}. */
        synchronized MemorySegment acquire() {
            if (isClosed) throw new IllegalStateException("this " + name + " is closed");
            uses++;
            return pointer;
        }

        void release() {
            boolean isLast;
            synchronized (this) {
                uses--;
                isLast = isClosed && uses == 0;
            }
            if (isLast) free.invoke(pointer);
        }

        /** Closes it. The cleaner calls this once. */
        @Override
        public void run() {
            boolean isUnused;
            synchronized (this) {
                isClosed = true;
                isUnused = uses == 0;
            }
            if (isUnused) free.invoke(pointer);
        }
    }
}
