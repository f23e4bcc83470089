package io.github.glossweave;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A row of the case table, whose columns {@code tests/cases/README.md} lists. */
record Row(String step, JsonObject columns) {
    private static final Path DATA = Path.of("../../tests/data");
    private static final Gson GSON = new Gson();

    // Of the options of rows, those of each function. Rows have `_` where C has `-`.
    private static final Set<String> READING = Set.of(
            "charset", "language", "max_bytes", "rules", "rule_set", "unknown_entities", "invalid_bytes",
            "translatable_attributes", "numeric_cells", "columns", "rules_folder", "its_base", "parameters");
    private static final Set<String> WRITING = Set.of(
            "verify", "on_parent", "translations", "set_lang", "target_state", "profile", "schema");
    private static final Set<String> NIF = Set.of("prefix", "nif_version", "shape");
    private static final Set<String> WEB_ANNOTATION = Set.of("source", "base", "created", "text");
    private static final Set<String> CHUNKS =
            Set.of("split", "size", "size-unit", "overlap", "at-headings", "name", "max-output-bytes");

    /** Returns what the row needs that there is not; {@code null} if there is nothing. */
    String leftOut() {
        JsonObject options = options();
        if (options.has("any_language") || options.has("any_format")) {
            return "a function beside the call of a service";
        }
        return null;
    }

    boolean isCall() {
        return Set.of("recognize", "dataset", "terms", "translate").contains(step);
    }

    boolean isTurtle() {
        return outformat().equals("turtle");
    }

    JsonObject answered() {
        try {
            return switch (step) {
                case "text" -> {
                    try (Document document = decoded()) {
                        yield read(document, document.annotations());
                    }
                }
                case "nif" -> {
                    try (Document document = decoded()) {
                        yield bytes(document.toNif(given(document), outformat(), picked(NIF)));
                    }
                }
                case "web-annotation" -> {
                    try (Document document = decoded()) {
                        yield bytes(document.toWebAnnotation(given(document), picked(WEB_ANNOTATION)));
                    }
                }
                case "read-web-annotation" -> {
                    try (Document document = decoded()) {
                        yield webAnnotations(document);
                    }
                }
                case "export" -> {
                    try (Document document = decoded()) {
                        Encoded made = document.export(given(document), outformat(), picked(Set.of("name")));
                        yield written(made.bytes(), made.placements(), List.of());
                    }
                }
                case "chunks" -> {
                    try (Document document = decoded()) {
                        yield bytes(document.chunkLines(given(document), picked(CHUNKS).with("offsets", "code-points")));
                    }
                }
                case "annotate" -> {
                    try (Document document = decoded()) {
                        Encoded made = document.encode(given(document), picked(WRITING));
                        yield written(made.bytes(), made.placements(), made.parts());
                    }
                }
                case "return" -> {
                    try (Document document = decoded();
                            Nif nif = Nif.read(text("nif", ""), "turtle")) {
                        yield givenBack(document, nif);
                    }
                }
                case "read" -> {
                    String base = option("base", "");
                    try (Nif nif = Nif.read(source(), informat(), base)) {
                        yield contexts(nif);
                    }
                }
                case "its" -> its();
                case "recognize", "dataset", "terms", "translate" -> called();
                default -> throw new IllegalStateException("`" + step + "` is not a step");
            };
        } catch (GlossweaveException error) {
            Location place = error.location().orElse(null);
            return failed(error.kind(), error.getMessage(), place == null ? null : List.of(place.line(), place.column()));
        }
    }

    private static JsonObject failed(ErrorKind kind, String message, List<Integer> at) {
        JsonObject error = new JsonObject();
        error.addProperty("kind", name(kind));
        error.addProperty("message", message);
        error.add("at", GSON.toJsonTree(at));
        JsonObject answer = new JsonObject();
        answer.add("error", error);
        return answer;
    }

    /** Returns the name that the other bindings have for a kind. */
    static String name(ErrorKind kind) {
        StringBuilder name = new StringBuilder();
        for (String word : kind.name().split("_")) name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        return name.toString();
    }

    private JsonObject options() {
        return columns.has("options") ? columns.getAsJsonObject("options") : new JsonObject();
    }

    private String text(String column, String usual) {
        return columns.has(column) ? columns.get(column).getAsString() : usual;
    }

    private String informat() {
        return text("informat", "html");
    }

    private String outformat() {
        return text("outformat", "turtle");
    }

    private byte[] source() {
        if (columns.has("input_base64")) return Base64.getDecoder().decode(text("input_base64", ""));
        if (!columns.has("file")) return text("input", "").getBytes(StandardCharsets.UTF_8);
        try {
            return Files.readAllBytes(DATA.resolve(text("file", "")));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private Options picked(Set<String> names) {
        Options picked = Options.none();
        for (Map.Entry<String, JsonElement> option : options().entrySet()) {
            String name = option.getKey();
            if (!names.contains(name)) continue;
            switch (name) {
                case "parameters" -> {
                    for (Map.Entry<String, JsonElement> one : option.getValue().getAsJsonObject().entrySet()) {
                        picked = picked.with("parameters", one.getKey() + "=" + one.getValue().getAsString());
                    }
                }
                case "rules_folder" -> picked =
                        picked.with("rules-folder", DATA.resolve(option.getValue().getAsString()).toString());
                case "its_base" -> picked = picked.with("base", option.getValue().getAsString());
                default -> picked = picked.with(name.replace('_', '-'), option.getValue().getAsString());
            }
        }
        return picked;
    }

    private Document decoded() {
        return Document.decode(source(), informat(), picked(READING));
    }

    private JsonObject webAnnotations(Document document) {
        byte[] json = text("web_annotations", "").getBytes(StandardCharsets.UTF_8);
        Document.WebAnnotations found = document.readWebAnnotations(json, option("source", ""));
        JsonObject answer = new JsonObject();
        answer.add("annotations", shown(found.annotations(), document.text()));
        answer.addProperty("warnings", found.skipped().size());
        return answer;
    }

    private JsonObject givenBack(Document document, Nif nif) {
        List<Annotation> found = nif.annotationsOf(document).orElse(null);
        if (found == null) return failed(ErrorKind.NOT_FOUND, "no text of this document", null);
        Encoded made = document.encode(found, picked(WRITING));
        JsonObject answer = written(made.bytes(), made.placements(), List.of());
        answer.add("annotations", shown(found, document.text()));
        return answer;
    }

    private static JsonObject contexts(Nif nif) {
        if (nif.contexts().isEmpty()) return new JsonObject();
        try (Document document = nif.document(0)) {
            return read(document, nif.annotations(0));
        }
    }

    private JsonObject its() {
        List<Glossweave.ItsNode> nodes = Glossweave.analyzeIts(source(), text("category", ""), informat(), picked(READING));
        JsonArray lines = new JsonArray();
        for (Glossweave.ItsNode node : nodes) {
            StringBuilder line = new StringBuilder(node.path());
            node.values().forEach((name, value) -> line.append(' ').append(name).append('=').append(value));
            lines.add(line.toString());
        }
        JsonObject answer = new JsonObject();
        answer.add("its", lines);
        return answer;
    }

    /** Calls a service of an engine by its path. */
    private JsonObject called() {
        String settings = "models.mentions = 'none'";
        if (options().has("max_bytes")) settings += "\nlimits.source = " + options().get("max_bytes");
        Reply reply = switch (step) {
            case "recognize" -> recognized(settings);
            case "translate" -> translated(settings);
            default -> stored(settings);
        };
        return bytes(reply.bytes());
    }

    private Reply recognized(String settings) {
        Engine.Builder builder = Engine.builder().settings(settings);
        for (JsonElement element : columns.has("providers") ? columns.getAsJsonArray("providers") : new JsonArray()) {
            JsonObject one = element.getAsJsonObject();
            Options options = Options.none();
            JsonObject given = one.has("options") ? one.getAsJsonObject("options") : new JsonObject();
            for (Map.Entry<String, JsonElement> option : given.entrySet()) {
                JsonArray values = new JsonArray();
                if (option.getValue() instanceof JsonArray many) values = many;
                else values.add(option.getValue());
                for (JsonElement value : values) options = options.with(option.getKey(), value.getAsString());
            }
            String place = one.has("place") ? one.get("place").getAsString() : "";
            builder.provider(new Provider(
                    "recognizer", one.get("name").getAsString(), one.get("protocol").getAsString(), place,
                    options, Options.none()));
        }
        try (Dictionary names = Dictionary.fromCsv(text("labels", ""));
                Engine engine = builder.recognizer("names", names).open();
                Session session = engine.session()) {
            return session.call(call("/e-entity/" + option("recognizer", "names") + "/documents"));
        }
    }

    private Reply stored(String settings) {
        boolean isOfTerms = step.equals("terms");
        Call load = new Call("/e-entity/dictionary/datasets/names")
                .withBody(text("labels", "").getBytes(StandardCharsets.UTF_8));
        if (isOfTerms) load = load.with("type", "terms");
        for (Map.Entry<String, JsonElement> one : load().entrySet()) {
            load = load.with(one.getKey(), one.getValue().getAsString());
        }
        try (Engine engine = Engine.open(settings);
                Session nobody = engine.session()) {
            nobody.call(new Call("/user").with("username", "anna").with("password", "correct horse"));
            try (Session anna = engine.session(nobody.authenticate("anna", "correct horse"))) {
                anna.call(load);
                String path = isOfTerms
                        ? "/e-terminology/" + option("provider", "termbase")
                        : "/e-entity/dictionary/documents";
                return anna.call(call(path).with("dataset", "names"));
            }
        }
    }

    private Reply translated(String settings) {
        String name = option("provider", "memory");
        Path memory = null;
        try {
            String informat = load().has("informat") ? load().get("informat").getAsString() : "tmx";
            memory = Files.createTempFile("memory", "." + informat);
            Files.writeString(memory, text("labels", ""));
            Options system = Options.of("source-lang", "en").with("target-lang", "es").with("name", "rows");
            String place = name.equals("apertium") ? "eng-spa" : memory.toString();
            Provider provider = new Provider("translator", name, name, place, Options.none(), system);
            try (Engine engine = Engine.builder().settings(settings).provider(provider).open();
                    Session session = engine.session()) {
                return session.call(call("/e-translation/" + name));
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } finally {
            if (memory != null) memory.toFile().delete();
        }
    }

    private JsonObject load() {
        return columns.has("load") ? columns.getAsJsonObject("load") : new JsonObject();
    }

    private String option(String name, String usual) {
        return options().has(name) ? options().get(name).getAsString() : usual;
    }

    private Call call(String path) {
        Call call = new Call(path).withBody(source()).with("informat", informat()).with("outformat", outformat());
        for (Map.Entry<String, JsonElement> option : options().entrySet()) {
            String name = option.getKey();
            if (Set.of("recognizer", "provider", "max_bytes").contains(name)) continue;
            call = call.with(name.replace('_', '-'), option.getValue().getAsString());
        }
        return call;
    }

    private static JsonObject bytes(byte[] bytes) {
        JsonObject answer = new JsonObject();
        answer.addProperty("bytes", HexFormat.of().formatHex(bytes));
        return answer;
    }

    private static JsonObject written(byte[] bytes, List<Placement> placements, List<Part> parts) {
        JsonObject answer = bytes(bytes);
        answer.add("placements", GSON.toJsonTree(placements.stream().map(Row::shown).toList()));
        answer.add("parts", GSON.toJsonTree(parts.stream().map(Part::name).toList()));
        return answer;
    }

    private static String shown(Placement placement) {
        return switch (placement.state()) {
            case PLACED -> "placed " + placement.fragments();
            case ON_PARENT -> "on parent";
            case PRESENT -> "present";
            case NOT_PLACED -> "not placed: " + placement.rule();
        };
    }

    private static JsonObject read(Document document, List<Annotation> annotations) {
        JsonObject answer = new JsonObject();
        answer.addProperty("text", document.text());
        answer.add("units", units(document));
        answer.addProperty("encoding", document.encoding());
        answer.add("annotations", shown(annotations, document.text()));
        document.target().ifPresent(target -> {
            try (target) {
                answer.add("target", units(target));
            }
        });
        answer.addProperty("warnings", document.warnings().size());
        answer.add("parts", GSON.toJsonTree(document.parts().stream().map(Part::name).toList()));
        return answer;
    }

    private static JsonElement units(Document document) {
        return GSON.toJsonTree(document.units().stream().map(Document.Unit::text).toList());
    }

    private static JsonArray shown(List<Annotation> annotations, String text) {
        JsonArray all = new JsonArray();
        for (Annotation one : annotations) all.add(AnnotationRow.shown(one, text));
        return all;
    }

    private List<Annotation> given(Document document) {
        List<Annotation> all = new ArrayList<>();
        if (!columns.has("annotations")) return all;
        for (JsonElement one : columns.getAsJsonArray("annotations")) {
            all.add(AnnotationRow.read(one.getAsJsonObject(), document.text()));
        }
        return all;
    }
}
