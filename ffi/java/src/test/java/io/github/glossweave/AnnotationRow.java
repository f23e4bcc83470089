package io.github.glossweave;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Annotations as the case table has them, whose spans count code points. */
final class AnnotationRow {
    private AnnotationRow() {}

    static Annotation read(JsonObject row, String text) {
        Span span = new Span(unit(text, row.get("start").getAsInt()), unit(text, row.get("end").getAsInt()));
        Double confidence = row.has("confidence") ? row.get("confidence").getAsDouble() : null;
        String annotator = string(row, "annotator");
        if (row.has("metadata")) return metadata(span, row.getAsJsonArray("metadata"), confidence, annotator);
        if (row.has("translation")) {
            return new Annotation.Translation(
                    span, string(row, "translation"), string(row, "language"), confidence, annotator);
        }
        if (row.has("term")) {
            return new Annotation.Term(span, string(row, "info_ref"), string(row, "info"), confidence, annotator);
        }
        return new Annotation.Entity(
                span, strings(row, "entity"), strings(row, "class"), string(row, "source"), string(row, "ident"),
                confidence, annotator);
    }

    private static Annotation metadata(Span span, JsonArray pairs, Double confidence, String annotator) {
        String category = null;
        Map<String, String> fields = new LinkedHashMap<>();
        List<Map<String, String>> records = new ArrayList<>();
        Map<String, String> into = fields;
        for (JsonElement pair : pairs) {
            String name = pair.getAsJsonArray().get(0).getAsString();
            String value = pair.getAsJsonArray().get(1).getAsString();
            switch (name) {
                case "category" -> category = value;
                case "record" -> records.add(into = new LinkedHashMap<>());
                default -> into.put(name, value);
            }
        }
        return new Annotation.Metadata(span, category, fields, records, confidence, annotator);
    }

    static JsonObject shown(Annotation one, String text) {
        JsonObject row = new JsonObject();
        row.addProperty("start", text.codePointCount(0, one.span().start()));
        row.addProperty("end", text.codePointCount(0, one.span().end()));
        switch (one) {
            case Annotation.Entity entity -> {
                add(row, "entity", entity.idents());
                add(row, "class", entity.classes());
                add(row, "source", entity.source());
                add(row, "ident", entity.sourceIdent());
            }
            case Annotation.Term term -> {
                row.addProperty("term", true);
                add(row, "info_ref", term.infoRef());
                add(row, "info", term.info());
            }
            case Annotation.Translation translation -> {
                add(row, "translation", translation.text());
                add(row, "language", translation.language());
            }
            case Annotation.Metadata metadata -> {
                JsonArray pairs = new JsonArray();
                pair(pairs, "category", metadata.category());
                metadata.fields().forEach((name, value) -> pair(pairs, name, value));
                for (Map<String, String> record : metadata.records()) {
                    pair(pairs, "record", "");
                    record.forEach((name, value) -> pair(pairs, name, value));
                }
                row.add("metadata", pairs);
            }
            case Annotation.Other other -> row.addProperty("other", true);
        }
        if (one.confidence() != null) row.addProperty("confidence", one.confidence());
        add(row, "annotator", one.annotator());
        return row;
    }

    private static void pair(JsonArray pairs, String name, String value) {
        JsonArray pair = new JsonArray();
        pair.add(name);
        pair.add(value);
        pairs.add(pair);
    }

    private static void add(JsonObject row, String name, String value) {
        if (value != null) row.addProperty(name, value);
    }

    private static void add(JsonObject row, String name, List<String> values) {
        if (values.isEmpty()) return;
        JsonArray all = new JsonArray();
        values.forEach(all::add);
        row.add(name, all);
    }

    private static String string(JsonObject row, String name) {
        return row.has(name) ? row.get(name).getAsString() : null;
    }

    private static List<String> strings(JsonObject row, String name) {
        List<String> all = new ArrayList<>();
        if (!row.has(name)) return all;
        if (row.get(name) instanceof JsonArray array) array.forEach(one -> all.add(one.getAsString()));
        else all.add(row.get(name).getAsString());
        return all;
    }

    /** Returns the unit of a code point. One outside the text stays outside. */
    private static int unit(String text, int point) {
        int all = text.codePointCount(0, text.length());
        if (point > all) return text.length() + point - all;
        return text.offsetByCodePoints(0, point);
    }
}
