package io.github.glossweave;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A statement about a part of the text of a document. Values that are not known are {@code null}, lists without values
 * empty.
 */
public sealed interface Annotation {
    /**
     * Returns the part of the text.
     *
     * @return units of UTF-16 of the text
     */
    Span span();

    /**
     * Returns the confidence.
     *
     * @return a number from 0 to 1, or {@code null} if it is not known
     */
    Double confidence();

    /**
     * Returns the tool that made the annotation.
     *
     * @return its IRI, or {@code null} if it is not known
     */
    String annotator();

    /**
     * The span names an entity.
     *
     * @param span units of UTF-16 of the text
     * @param idents IRIs of the entity, the best one first
     * @param classes IRIs of its classes
     * @param source the collection that the entity is in, or {@code null}
     * @param sourceIdent its identifier in that collection, or {@code null}
     * @param confidence from 0 to 1, or {@code null}
     * @param annotator the IRI of the tool, or {@code null}
     */
    record Entity(
            Span span,
            List<String> idents,
            List<String> classes,
            String source,
            String sourceIdent,
            Double confidence,
            String annotator)
            implements Annotation {
        /** Copies the lists. */
        public Entity {
            Objects.requireNonNull(span, "span");
            idents = List.copyOf(idents);
            classes = List.copyOf(classes);
        }

        /**
         * An entity of which nothing but IRIs is known.
         *
         * @param span units of UTF-16 of the text
         * @param idents IRIs of the entity, the best one first
         */
        public Entity(Span span, String... idents) {
            this(span, List.of(idents), List.of(), null, null, null, null);
        }
    }

    /**
     * The span is a term.
     *
     * @param span units of UTF-16 of the text
     * @param infoRef the IRI at which the term is explained, or {@code null}
     * @param info its explanation, or {@code null}
     * @param confidence from 0 to 1, or {@code null}
     * @param annotator the IRI of the tool, or {@code null}
     */
    record Term(Span span, String infoRef, String info, Double confidence, String annotator)
            implements Annotation {
        /** Checks the span. */
        public Term {
            Objects.requireNonNull(span, "span");
        }

        /**
         * A term of which nothing else is known.
         *
         * @param span units of UTF-16 of the text
         */
        public Term(Span span) {
            this(span, null, null, null, null);
        }
    }

    /**
     * The span has a translation.
     *
     * @param span units of UTF-16 of the text
     * @param text the translation
     * @param language the language tag of the translation
     * @param confidence from 0 to 1, or {@code null}
     * @param annotator the IRI of the tool, or {@code null}
     */
    record Translation(Span span, String text, String language, Double confidence, String annotator)
            implements Annotation {
        /** Checks the values that every translation has. */
        public Translation {
            Objects.requireNonNull(span, "span");
            Objects.requireNonNull(text, "text");
            Objects.requireNonNull(language, "language");
        }

        /**
         * A translation of which nothing else is known.
         *
         * @param span units of UTF-16 of the text
         * @param text the translation
         * @param language the language tag of the translation
         */
        public Translation(Span span, String text, String language) {
            this(span, text, language, null, null);
        }
    }

    /**
     * Another data category of ITS 2.0 (clause 5.7).
     *
     * @param span units of UTF-16 of the text
     * @param category the identifier of the data category, such as {@code localization-note}
     * @param fields values under the names of ITS, in the order of the category
     * @param records for categories with several records: the values of each
     * @param confidence from 0 to 1, or {@code null}
     * @param annotator the IRI of the tool, or {@code null}
     */
    record Metadata(
            Span span,
            String category,
            Map<String, String> fields,
            List<Map<String, String>> records,
            Double confidence,
            String annotator)
            implements Annotation {
        /** Copies the fields, whose order stays. */
        public Metadata {
            Objects.requireNonNull(span, "span");
            Objects.requireNonNull(category, "category");
            fields = copy(fields);
            records = records.stream().map(Metadata::copy).toList();
        }

        /**
         * Metadata without records.
         *
         * @param span units of UTF-16 of the text
         * @param category the identifier of the data category, such as {@code localization-note}
         * @param fields values under the names of ITS
         */
        public Metadata(Span span, String category, Map<String, String> fields) {
            this(span, category, fields, List.of(), null, null);
        }

        private static Map<String, String> copy(Map<String, String> fields) {
            return Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    /**
     * A kind that this version of the package has no name for. It can be read, not written.
     *
     * @param span units of UTF-16 of the text
     * @param fields its values by their names; the last one if a name has several
     * @param confidence from 0 to 1, or {@code null}
     * @param annotator the IRI of the tool, or {@code null}
     */
    record Other(Span span, Map<String, String> fields, Double confidence, String annotator)
            implements Annotation {
        /** Copies the fields. */
        public Other {
            Objects.requireNonNull(span, "span");
            fields = Map.copyOf(fields);
        }
    }
}
