package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A document with its annotations, written as a new file.
 *
 * @param bytes the file
 * @param placements one for each annotation, in their order
 * @param leftOut the statements that the format has no place for
 */
public record Exported(byte[] bytes, List<Placement> placements, List<LeftOut> leftOut) {
    static Exported read(Frame frame, MemorySegment reply) {
        return new Exported(
                Reply.bytes(frame, reply),
                frame.list(Placement::read, Functions.REPLY_PLACEMENT_COUNT, Functions.REPLY_PLACEMENT, reply),
                frame.list(LeftOut::read, Functions.REPLY_SKIPPED_COUNT, Functions.REPLY_SKIPPED, reply));
    }
}
