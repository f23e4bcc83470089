package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The functions of the library that concern no document that is held.
 *
 * <p>Documents are read by {@link Document#decode(byte[], String)}; {@link Dictionary} finds names in them, {@link Engine}
 * opens everything else. The C library is loaded at the first use of a class: the file that the system property
 * {@code glossweave.library} names, or the library {@code glossweave} of {@code java.library.path} or of the system.
 * {@link UnsatisfiedLinkError} says why if that fails. The module {@code io.github.glossweave} needs native access
 * ({@code --enable-native-access}).
 */
public final class Glossweave {
    private Glossweave() {}

    /**
     * The likely language of a text.
     *
     * @param tag the language tag
     * @param confidence from 0 to 1
     */
    public record Language(String tag, double confidence) {}

    /**
     * The values of a data category of ITS 2.0 for a node.
     *
     * @param path the path of the node, such as {@code /html/body[1]/p[2]/@title}
     * @param values the values by their names, such as {@code locNote}, with the number of the record if there are records:
     *     {@code person[1]}
     */
    public record ItsNode(String path, Map<String, String> values) {
        private static ItsNode read(Struct struct) {
            String path = struct.text();
            Map<String, String> values = new LinkedHashMap<>();
            for (var value : struct.array(pair -> Map.entry(pair.text(), pair.text()))) {
                values.put(value.getKey(), value.getValue());
            }
            return new ItsNode(path, Collections.unmodifiableMap(values));
        }
    }

    /**
     * Returns the version of the C library.
     *
     * @return the version, such as {@code 0.2.0}
     */
    public static String version() {
        try (Frame frame = new Frame()) {
            return frame.returned(Functions.VERSION).text();
        }
    }

    /**
     * Returns the table of formats.
     *
     * @return JSON: an array of objects with {@code name}, {@code title}, {@code media_types}, {@code extensions} and
     *     {@code abilities} ({@code read}, {@code annotate}, {@code translate}, {@code export}, {@code rdf})
     */
    public static String formats() {
        try (Frame frame = new Frame()) {
            return frame.json(Functions.FORMATS);
        }
    }

    /**
     * Returns the language that a text is likely in. A sentence or two is enough to tell most languages apart, a word is
     * not.
     *
     * @param text the text
     * @return the language, if anything can be said
     */
    public static Optional<Language> identifyLanguage(String text) {
        Objects.requireNonNull(text, "text");
        try (Frame frame = new Frame()) {
            MemorySegment tag = frame.allocate();
            Double confidence =
                    frame.found(Struct::real, Functions.LANGUAGE_IDENTIFY, frame.input(text), tag);
            if (confidence == null) return Optional.empty();
            return Optional.of(new Language(new String(frame.taken(tag), StandardCharsets.UTF_8), confidence));
        }
    }

    /**
     * Returns the values of a data category of ITS 2.0 for each node of a document.
     *
     * @param source the bytes of the document
     * @param category an identifier of ITS 2.0 (clause 5.7), such as {@code translate}
     * @param format a name such as {@code html}, or a media type
     * @param options {@code rules} (documents with ITS rules), {@code rule-set}, {@code rules-folder}, {@code base},
     *     {@code parameters}, as for {@link Document#decode(byte[], String, Options)}
     * @return the nodes, in the order of the document
     * @throws GlossweaveException {@link ErrorKind#UNSUPPORTED} if documents of that format have no nodes
     */
    public static List<ItsNode> analyzeIts(byte[] source, String category, String format, Options options) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(category, "category");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(options, "options");
        try (Frame frame = new Frame()) {
            MemorySegment its = frame.owned(
                    Functions.ITS_FREE,
                    Functions.ITS_ANALYZE,
                    frame.input(source),
                    frame.input(format),
                    frame.input(category),
                    frame.params(options));
            return Struct.at(its).array(ItsNode::read);
        }
    }
}
