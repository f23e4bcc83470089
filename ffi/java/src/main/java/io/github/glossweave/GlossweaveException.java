package io.github.glossweave;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** An error of the library. The message has the place in the source at its end, if that is known. */
public final class GlossweaveException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The kind. */
    private final ErrorKind kind;
    /** The name of the parameter at fault, or {@code null}. */
    private final String parameter;
    /** The code of the processor of a stylesheet, or {@code null}. */
    private final String code;
    /** The place in the source, or {@code null}. */
    private final Location location;
    /** Milliseconds, or 0. */
    private final long retryAfter;
    /** The step of a pipeline, or -1. */
    private final int step;

    /**
     * Makes an error, with which a {@link Recognizer} tells why it fails.
     *
     * @param kind the kind
     * @param message the message
     */
    public GlossweaveException(ErrorKind kind, String message) {
        this(Objects.requireNonNull(kind, "kind"), message, null);
    }

    GlossweaveException(ErrorKind kind, String message, String parameter) {
        this(kind, message, parameter, null, null, 0, -1);
    }

    GlossweaveException(
            ErrorKind kind,
            String message,
            String parameter,
            String code,
            Location location,
            long retryAfter,
            int step) {
        super(message);
        this.kind = kind;
        this.parameter = parameter;
        this.code = code;
        this.location = location;
        this.retryAfter = retryAfter;
        this.step = step;
    }

    /**
     * Returns the kind.
     *
     * @return the kind, the same as in every binding
     */
    public ErrorKind kind() {
        return kind;
    }

    /**
     * Returns the name of the parameter at fault.
     *
     * @return the name, such as {@code max-bytes}, if it is known
     */
    public Optional<String> parameter() {
        return Optional.ofNullable(parameter);
    }

    /**
     * Returns the code that the processor of a stylesheet gave.
     *
     * @return the code, such as {@code XTSE0010} of Saxon, if there is one
     */
    public Optional<String> code() {
        return Optional.ofNullable(code);
    }

    /**
     * Returns the place in the source.
     *
     * @return the place, if it is known
     */
    public Optional<Location> location() {
        return Optional.ofNullable(location);
    }

    /**
     * Returns the time to wait before a retry, for {@link ErrorKind#THROTTLED} and {@link ErrorKind#UNAVAILABLE}.
     *
     * @return the time, if it is known
     */
    public Optional<Duration> retryAfter() {
        return retryAfter == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(retryAfter));
    }

    /**
     * Returns the step of a pipeline that failed.
     *
     * @return the number of the step, from 0, if it was one
     */
    public OptionalInt step() {
        return step < 0 ? OptionalInt.empty() : OptionalInt.of(step);
    }
}
