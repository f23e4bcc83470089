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

    static Reply read(Frame frame, MemorySegment reply) {
        return new Reply(
                bytes(frame, reply),
                frame.returned(EngineFunctions.REPLY_MEDIA_TYPE, reply).text(),
                frame.list(Skipped::read, Functions.REPLY_SKIPPED_COUNT, Functions.REPLY_SKIPPED, reply),
                frame.list(
                        Failure::read, EngineFunctions.REPLY_FAILURE_COUNT, EngineFunctions.REPLY_FAILURE, reply));
    }

    static byte[] bytes(Frame frame, MemorySegment reply) {
        byte[] bytes = frame.returned(Functions.REPLY_BYTES, reply).bytes();
        return bytes == null ? new byte[0] : bytes;
    }
}
