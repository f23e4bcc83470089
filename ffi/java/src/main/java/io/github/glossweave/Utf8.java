package io.github.glossweave;

import java.nio.charset.StandardCharsets;

/** A text whose places are converted between bytes of UTF-8 and units of UTF-16, which strings count. */
final class Utf8 {
    private final String string;
    private final int length;
    /** The place in bytes of each unit; made when it is needed, and not if all characters are ASCII. */
    private volatile int[] places;

    Utf8(byte[] bytes) {
        string = new String(bytes, StandardCharsets.UTF_8);
        length = bytes.length;
    }

    /** Returns a string as UTF-8, which has no place for halves of surrogate pairs. */
    static byte[] encoded(String string) {
        for (int unit = 0; unit < string.length(); unit++) {
            char one = string.charAt(unit);
            if (!Character.isSurrogate(one)) continue;
            boolean isPair = Character.isHighSurrogate(one)
                    && unit + 1 < string.length()
                    && Character.isLowSurrogate(string.charAt(unit + 1));
            if (!isPair) {
                String what = "the string has half of a surrogate pair at %d: \\u%04X".formatted(unit, (int) one);
                throw new GlossweaveException(ErrorKind.INVALID, what, null);
            }
            unit++;
        }
        return string.getBytes(StandardCharsets.UTF_8);
    }

    String string() {
        return string;
    }

    private int[] places() {
        int[] all = places;
        if (all != null) return all;
        all = new int[string.length() + 1];
        int at = 0;
        for (int unit = 0; unit < string.length(); unit++) {
            all[unit] = at;
            char one = string.charAt(unit);
            if (Character.isHighSurrogate(one)) {
                // No place of a character: the second half of a pair.
                unit++;
                all[unit] = at + 2;
                at += 4;
            } else {
                at += one > 0x7ff ? 3 : one > 0x7f ? 2 : 1;
            }
        }
        all[string.length()] = at;
        places = all;
        return all;
    }

    /** Returns the span of bytes as one of units. */
    Span units(ByteSpan bytes) {
        return new Span(unit(bytes.start()), unit(bytes.end()));
    }

    private int unit(long at) {
        if (length == string.length()) return (int) at;
        int[] all = places();
        int low = 0;
        int high = all.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all[middle] < at) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /** Returns the span of units as one of bytes. */
    ByteSpan bytes(Span span) {
        if (!isBoundary(span.start()) || !isBoundary(span.end()) || span.start() > span.end()) {
            String what = "`%d..%d` exceeds the text or splits a character".formatted(span.start(), span.end());
            throw new GlossweaveException(ErrorKind.INVALID, what, "span");
        }
        if (length == string.length()) return new ByteSpan(span.start(), span.end());
        int[] all = places();
        return new ByteSpan(all[span.start()], all[span.end()]);
    }

    private boolean isBoundary(int unit) {
        if (unit < 0 || unit > string.length()) return false;
        return unit == 0 || unit == string.length() || !Character.isLowSurrogate(string.charAt(unit));
    }
}
