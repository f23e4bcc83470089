package io.github.glossweave;

import java.lang.invoke.MethodHandle;

/**
 * A function of the C library. Arguments are boxed: {@code MemorySegment}, {@code Long}, {@code Integer}. If the function
 * returns a structure, what allocates it comes first.
 */
record Function(MethodHandle handle) {
    Object invoke(Object... arguments) {
        try {
            return (Object) handle.invokeExact(arguments);
        } catch (RuntimeException | Error error) {
            throw error;
        } catch (Throwable error) {
            // Functions of C throw nothing.
            throw new AssertionError(error);
        }
    }
}
