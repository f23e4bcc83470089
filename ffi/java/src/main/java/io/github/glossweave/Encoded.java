package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
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
    public record Replacement(ByteSpan source, ByteSpan result) {}

    static Encoded read(Frame frame, MemorySegment reply) {
        List<Replacement> replaced = new ArrayList<>();
        long count = (long) Functions.REPLY_REPLACED_COUNT.invoke(reply);
        for (long index = 0; index < count; index++) {
            MemorySegment source = frame.allocate();
            MemorySegment result = frame.allocate();
            frame.call(Functions.REPLY_REPLACED, reply, index, source, result);
            replaced.add(new Replacement(new Struct(source).span(), new Struct(result).span()));
        }
        return new Encoded(
                Reply.bytes(frame, reply),
                frame.list(Placement::read, Functions.REPLY_PLACEMENT_COUNT, Functions.REPLY_PLACEMENT, reply),
                frame.list(Struct::span, Functions.REPLY_INSERTED_COUNT, Functions.REPLY_INSERTED, reply),
                List.copyOf(replaced),
                frame.list(Part::read, Functions.REPLY_PART_COUNT, Functions.REPLY_PART, reply),
                frame.list(Skipped::read, Functions.REPLY_SKIPPED_COUNT, Functions.REPLY_SKIPPED, reply));
    }
}
