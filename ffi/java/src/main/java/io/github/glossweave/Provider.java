package io.github.glossweave;

import java.util.Objects;

/**
 * A recognizer, term finder, translator or endpoint that an engine opens by the name of its protocol
 * ({@link Engine#protocols()}).
 *
 * @param kind {@code recognizer}, {@code term-finder}, {@code translator} or {@code endpoint}
 * @param name the name that callers use; of an endpoint the URL for which it answers
 * @param protocol the name of the protocol, such as {@code spotlight}
 * @param place the file, URL or mode that the protocol takes
 * @param options the options of the protocol
 * @param system of a translator {@code source-lang} and {@code target-lang}, which are needed, {@code name}, {@code domain},
 *     {@code key}, {@code always-running}; none for the others
 */
public record Provider(
        String kind, String name, String protocol, String place, Options options, Options system) {
    /** Checks that nothing is {@code null}. */
    public Provider {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(protocol, "protocol");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(system, "system");
    }
}
