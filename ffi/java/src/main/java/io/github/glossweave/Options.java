package io.github.glossweave;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Names with values: options, settings, parameters and headers. The names are those of the C interface, such as
 * {@code max-bytes}; a function that does not know a name throws {@link ErrorKind#INVALID} and lists those that it knows. A
 * name may have several values, such as {@code rules}; of other names the last value counts. Never changes.
 */
public final class Options {
    private static final Options NONE = new Options(List.of());

    private final List<Pair> pairs;

    private Options(List<Pair> pairs) {
        this.pairs = pairs;
    }

    record Pair(String name, String value) {}

    /**
     * Returns no options.
     *
     * @return no options
     */
    public static Options none() {
        return NONE;
    }

    /**
     * Returns options with one value.
     *
     * @param name the name
     * @param value the value
     * @return the options
     */
    public static Options of(String name, String value) {
        return NONE.with(name, value);
    }

    /**
     * Returns options with one number.
     *
     * @param name the name
     * @param value the number
     * @return the options
     */
    public static Options of(String name, long value) {
        return NONE.with(name, value);
    }

    /**
     * Returns these options and one more value.
     *
     * @param name the name
     * @param value the value
     * @return the options
     */
    public Options with(String name, String value) {
        List<Pair> more = new ArrayList<>(pairs);
        more.add(new Pair(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value")));
        return new Options(List.copyOf(more));
    }

    /**
     * Returns these options and one more number.
     *
     * @param name the name
     * @param value the number
     * @return the options
     */
    public Options with(String name, long value) {
        return with(name, Long.toString(value));
    }

    /** Returns these options with a value that counts if there is no other one of that name. */
    Options withDefault(String name, String value) {
        List<Pair> more = new ArrayList<>(pairs);
        more.addFirst(new Pair(name, value));
        return new Options(List.copyOf(more));
    }

    List<Pair> pairs() {
        return pairs;
    }

    /**
     * Compares names, values and their order.
     *
     * @param other what is compared
     * @return {@code true} if these are the same options
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Options options && options.pairs.equals(pairs);
    }

    @Override
    public int hashCode() {
        return pairs.hashCode();
    }

    /**
     * Returns the names, without the values, which may be secret.
     *
     * @return the names
     */
    @Override
    public String toString() {
        return "Options" + pairs.stream().map(Pair::name).toList();
    }
}
