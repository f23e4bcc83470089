package io.github.glossweave;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

/** The layout of structures of C. */
class StructTest {
    private record Element(int first, long second, int third) {
        static Element read(Struct struct) {
            return new Element(struct.number(), struct.size(), struct.number());
        }
    }

    @Test
    void elementsOfArraysAreAligned() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment elements = arena.allocate(48, 8);
            MemorySegment struct = arena.allocate(Struct.LARGEST, 8);
            for (int index = 0; index < 2; index++) {
                elements.set(JAVA_INT, 24L * index, 10 + index);
                elements.set(JAVA_LONG, 24L * index + 8, 20 + index);
                elements.set(JAVA_INT, 24L * index + 16, 30 + index);
            }
            struct.set(ADDRESS, 0, elements);
            struct.set(JAVA_LONG, 8, 2);
            struct.set(JAVA_INT, 32, 7);
            Struct read = Struct.at(struct);
            assertEquals(List.of(new Element(10, 20, 30), new Element(11, 21, 31)), read.array(Element::read));
            assertEquals(List.of(), read.array(Element::read));
            assertEquals(7, read.number());
        }
    }
}
