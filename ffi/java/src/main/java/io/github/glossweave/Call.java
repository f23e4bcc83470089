package io.github.glossweave;

import java.util.Objects;

/**
 * A call of a service or a pipeline, by its path. Never changes if the body does not.
 *
 * @param path the path below the version segment, such as {@code /e-entity/names/documents}
 * @param parameters parameters, as in the query of a URL: {@code informat}, {@code outformat} and those of the service
 * @param headers headers, of which {@code Content-Type} and {@code Accept} count
 * @param body the body
 */
public record Call(String path, Options parameters, Options headers, byte[] body) {
    /** Checks that nothing is {@code null}. */
    public Call {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(parameters, "parameters");
        Objects.requireNonNull(headers, "headers");
        Objects.requireNonNull(body, "body");
    }

    /**
     * A call with a path and nothing else.
     *
     * @param path the path below the version segment
     */
    public Call(String path) {
        this(path, Options.none(), Options.none(), new byte[0]);
    }

    /**
     * Returns this call with one more parameter.
     *
     * @param name the name
     * @param value the value
     * @return the call
     */
    public Call with(String name, String value) {
        return new Call(path, parameters.with(name, value), headers, body);
    }

    /**
     * Returns this call with one more header.
     *
     * @param name the name
     * @param value the value
     * @return the call
     */
    public Call withHeader(String name, String value) {
        return new Call(path, parameters, headers.with(name, value), body);
    }

    /**
     * Returns this call with another body.
     *
     * @param body the body
     * @return the call
     */
    public Call withBody(byte[] body) {
        return new Call(path, parameters, headers, body);
    }

    /**
     * Returns this call with a string as body, in UTF-8.
     *
     * @param body the body
     * @return the call
     * @throws GlossweaveException {@link ErrorKind#INVALID} for half of a surrogate pair
     */
    public Call withBody(String body) {
        return withBody(Utf8.encoded(Objects.requireNonNull(body, "body")));
    }
}
