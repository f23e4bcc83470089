package io.github.glossweave;

/**
 * The result for an annotation that was to be written.
 *
 * @param state the way in which it was placed, if it was
 * @param fragments the number of its elements; more than one if it crosses the markup of the source
 * @param rule the rule that kept it from being placed; {@code null} if it was placed
 */
public record Placement(State state, int fragments, String rule) {
    /** The ways in which annotations are placed. */
    public enum State {
        /** It could not be placed; the rule says why. */
        NOT_PLACED,
        /** It stands in new elements. */
        PLACED,
        /** It stands as attributes on an element of the source. */
        ON_PARENT,
        /** The source says it already. */
        PRESENT
    }

    static Placement read(Struct struct) {
        int state = struct.number();
        State[] all = State.values();
        return new Placement(
                all[state < all.length ? state : 0], Math.toIntExact(struct.size()), struct.text());
    }
}
