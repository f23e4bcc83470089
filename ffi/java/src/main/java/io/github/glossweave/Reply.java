package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The answer of a service or a pipeline.
 *
 * @param bytes the body
 * @param mediaType its media type
 * @param skipped strings of NIF in the input that were left out since they are wrong
 * @param failures entities for which a template failed
 */
public record Reply(byte[] bytes, String mediaType, List<Skipped> skipped, List<Failure> failures) {
    /**
     * An entity for which a template failed.
     *
     * @param entity the IRI of the entity
     * @param kind the kind of the failure
     * @param message the message
     */
    public record Failure(String entity, ErrorKind kind, String message) {
        static Failure read(Struct struct) {
            return new Failure(struct.text(), ErrorKind.of(struct.number()), struct.text());
        }
    }

    static Reply read(MemorySegment reply) {
        Struct struct = Struct.at(reply);
        byte[] bytes = struct.bytes();
        String mediaType = struct.text();
        // The placements, insertions, replacements, parts, and statuses of sentences.
        for (int field = 0; field < 5; field++) struct.skip();
        List<Failure> failures = struct.array(Failure::read);
        return new Reply(bytes, mediaType, struct.array(Skipped::read), failures);
    }
}
