package io.github.glossweave;

import java.util.Objects;

/**
 * A call of a service or of another part of the HTTP interface, by its path. Never changes if the body does not.
 *
 * @param path the path below the version segment, for example {@code /e-entity/names/documents} or {@code /user}
 * @param parameters the parameters, as in the query of a URL, for example {@code informat}
 * @param headers the headers, as over HTTP, for example {@code Content-Type} and {@code Accept}
 * @param body the body
 * @param method {@code GET}, {@code POST}, {@code PUT} or {@code DELETE}; {@code POST} if it is empty
 * @param address the IP address of the client, for which failed log-ins are counted; empty if it is not known
 */
public record Call(
        String path, Options parameters, Options headers, byte[] body, String method, String address) {
    /** Checks that nothing is {@code null}. */
    public Call {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(parameters, "parameters");
        Objects.requireNonNull(headers, "headers");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(address, "address");
    }

    /**
     * A {@code POST} call with a path and nothing else.
     *
     * @param path the path below the version segment
     */
    public Call(String path) {
        this(path, Options.none(), Options.none(), new byte[0], "POST", "");
    }

    /**
     * Returns this call with another method.
     *
     * @param method {@code GET}, {@code POST}, {@code PUT} or {@code DELETE}
     * @return the call
     */
    public Call withMethod(String method) {
        return new Call(path, parameters, headers, body, method, address);
    }

    /**
     * Returns this call with one more parameter.
     *
     * @param name the name
     * @param value the value
     * @return the call
     */
    public Call with(String name, String value) {
        return new Call(path, parameters.with(name, value), headers, body, method, address);
    }

    /**
     * Returns this call with one more header.
     *
     * @param name the name
     * @param value the value
     * @return the call
     */
    public Call withHeader(String name, String value) {
        return new Call(path, parameters, headers.with(name, value), body, method, address);
    }

    /**
     * Returns this call with another body.
     *
     * @param body the body
     * @return the call
     */
    public Call withBody(byte[] body) {
        return new Call(path, parameters, headers, body, method, address);
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

    /**
     * Returns this call with the address of the client. Programs that serve a network should set it.
     *
     * @param address the IP address
     * @return the call
     */
    public Call withAddress(String address) {
        return new Call(path, parameters, headers, body, method, address);
    }
}
