package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Annotations as {@code GwAnnotations}: kinds by their numbers, spans in bytes, values by their names. */
final class AnnotationList {
    private AnnotationList() {}

    /** The outline of an annotation: {@code GwAnnotation}. */
    private record Outline(int body, ByteSpan bytes, double confidence) {
        static Outline read(Struct struct) {
            return new Outline(struct.number(), struct.span(), struct.real());
        }
    }

    /** Returns the annotations of a list. */
    static List<Annotation> read(Frame frame, MemorySegment list, Utf8 text) {
        List<Outline> outlines =
                frame.list(Outline::read, Functions.ANNOTATIONS_COUNT, Functions.ANNOTATIONS_AT, list);
        List<Annotation> all = new ArrayList<>(outlines.size());
        List<Map.Entry<String, String>> pairs = new ArrayList<>();
        for (Outline outline : outlines) {
            pairs.clear();
            frame.named(Functions.ANNOTATIONS_FIELD, list, all.size(), pairs);
            all.add(read(outline, text.units(outline.bytes()), pairs));
        }
        return List.copyOf(all);
    }

    private static Annotation read(Outline outline, Span span, List<Map.Entry<String, String>> pairs) {
        Double confidence = outline.confidence() < 0 ? null : outline.confidence();
        String annotator = value(pairs, "annotator");
        return switch (outline.body()) {
            case 1 -> new Annotation.Entity(
                    span,
                    values(pairs, "ident"),
                    values(pairs, "class"),
                    value(pairs, "source"),
                    value(pairs, "source-ident"),
                    confidence,
                    annotator);
            case 2 -> new Annotation.Term(
                    span, value(pairs, "info-ref"), value(pairs, "info"), confidence, annotator);
            case 3 -> new Annotation.Translation(
                    span, value(pairs, "text"), value(pairs, "language"), confidence, annotator);
            case 4 -> metadata(span, pairs, confidence, annotator);
            default -> new Annotation.Other(span, fields(pairs), confidence, annotator);
        };
    }

    private static Annotation metadata(
            Span span, List<Map.Entry<String, String>> pairs, Double confidence, String annotator) {
        Map<String, String> fields = new LinkedHashMap<>();
        List<Map<String, String>> records = new ArrayList<>();
        Map<String, String> into = fields;
        for (Map.Entry<String, String> pair : pairs) {
            switch (pair.getKey()) {
                case "category", "annotator" -> {}
                case "record" -> records.add(into = new LinkedHashMap<>());
                default -> into.put(pair.getKey(), pair.getValue());
            }
        }
        return new Annotation.Metadata(span, value(pairs, "category"), fields, records, confidence, annotator);
    }

    private static Map<String, String> fields(List<Map.Entry<String, String>> pairs) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (Map.Entry<String, String> pair : pairs) fields.put(pair.getKey(), pair.getValue());
        return fields;
    }

    private static List<String> values(List<Map.Entry<String, String>> pairs, String name) {
        return pairs.stream().filter(pair -> pair.getKey().equals(name)).map(Map.Entry::getValue).toList();
    }

    private static String value(List<Map.Entry<String, String>> pairs, String name) {
        for (Map.Entry<String, String> pair : pairs) {
            if (pair.getKey().equals(name)) return pair.getValue();
        }
        return null;
    }

    /** Returns a list with annotations, which is freed at the end of the call. */
    static MemorySegment write(Frame frame, Collection<? extends Annotation> annotations, Utf8 text) {
        MemorySegment list = frame.owned(Functions.ANNOTATIONS_FREE, Functions.ANNOTATIONS_NEW);
        add(frame, list, annotations, text);
        return list;
    }

    /** Adds annotations to a list. */
    static void add(
            Frame frame, MemorySegment list, Collection<? extends Annotation> annotations, Utf8 text) {
        for (Annotation one : annotations) {
            MemorySegment span = frame.span(text.bytes(one.span()));
            frame.call(Functions.ANNOTATIONS_ADD, list, frame.input(kind(one)), span, frame.params(pairs(one)));
        }
    }

    private static String kind(Annotation one) {
        return switch (one) {
            case Annotation.Entity entity -> "entity";
            case Annotation.Term term -> "term";
            case Annotation.Translation translation -> "translation";
            case Annotation.Metadata metadata -> "metadata";
            case Annotation.Other other -> "other";
        };
    }

    private static List<Options.Pair> pairs(Annotation one) {
        List<Options.Pair> pairs = new ArrayList<>();
        switch (one) {
            case Annotation.Entity entity -> {
                for (String ident : entity.idents()) add(pairs, "ident", ident);
                for (String type : entity.classes()) add(pairs, "class", type);
                add(pairs, "source", entity.source());
                add(pairs, "source-ident", entity.sourceIdent());
            }
            case Annotation.Term term -> {
                add(pairs, "info-ref", term.infoRef());
                add(pairs, "info", term.info());
            }
            case Annotation.Translation translation -> {
                add(pairs, "text", translation.text());
                add(pairs, "language", translation.language());
            }
            case Annotation.Metadata metadata -> {
                add(pairs, "category", metadata.category());
                metadata.fields().forEach((name, value) -> add(pairs, name, value));
                for (Map<String, String> values : metadata.records()) {
                    add(pairs, "record", "");
                    values.forEach((name, value) -> add(pairs, name, value));
                }
            }
            case Annotation.Other other -> other.fields().forEach((name, value) -> add(pairs, name, value));
        }
        add(pairs, "annotator", one.annotator());
        if (one.confidence() != null) add(pairs, "confidence", one.confidence().toString());
        return pairs;
    }

    private static void add(List<Options.Pair> pairs, String name, String value) {
        if (value != null) pairs.add(new Options.Pair(name, value));
    }
}
