package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A document that was encoded or exported.
 *
 * @param bytes the bytes of the source with insertions, or of the new file
 * @param placements one for each annotation, in their order
 * @param inserted bytes of the result that were inserted
 * @param replaced the places at which translations replaced text
 * @param parts the files of a package, with the insertions in them
 * @param skipped what the format of a new file has no place for
 */
public record Encoded(
        byte[] bytes,
        List<Placement> placements,
        List<ByteSpan> inserted,
        List<Replacement> replaced,
        List<Part> parts,
        List<Skipped> skipped) {
    /**
     * A translation that replaced text.
     *
     * @param source bytes of the source
     * @param result bytes of the result that stand there
     */
    public record Replacement(ByteSpan source, ByteSpan result) {
        static Replacement read(Struct struct) {
            return new Replacement(struct.span(), struct.span());
        }
    }

    static Encoded read(MemorySegment reply) {
        Struct struct = Struct.at(reply);
        byte[] bytes = struct.bytes();
        // The media type.
        struct.skip();
        List<Placement> placements = struct.array(Placement::read);
        List<ByteSpan> inserted = struct.array(Struct::span);
        List<Replacement> replaced = struct.array(Replacement::read);
        List<Part> parts = struct.array(Part::read);
        // The statuses of sentences, and the failures of a template.
        struct.skip();
        struct.skip();
        return new Encoded(bytes, placements, inserted, replaced, parts, struct.array(Skipped::read));
    }
}
