package io.github.glossweave;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The rows of {@code tests/cases}: each answer must be that of Rust, byte for byte. The system property
 * {@code glossweave.answers} names the file with the answers, which the example {@code answers} of glossweave-tests prints.
 */
class CaseTableTest {
    @TestFactory
    Stream<DynamicTest> rows() throws IOException {
        Path answers = Path.of(System.getProperty("glossweave.answers"));
        Map<String, Integer> left = new TreeMap<>();
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonElement element : JsonParser.parseString(Files.readString(answers)).getAsJsonArray()) {
            JsonObject one = element.getAsJsonObject();
            JsonObject expected = one.getAsJsonObject("answer");
            Row row = new Row(one.get("step").getAsString(), one.getAsJsonObject("row"));
            String reason = row.leftOut();
            if (reason == null) {
                tests.add(DynamicTest.dynamicTest(one.get("name").getAsString(), () -> compare(row, expected)));
            } else {
                left.merge(reason, 1, Integer::sum);
            }
        }
        left.forEach((reason, count) -> System.out.println(count + " rows need " + reason));
        assertTrue(tests.size() >= 200, "only " + tests.size() + " rows of the table");
        return tests.stream();
    }

    private static void compare(Row row, JsonObject expected) {
        JsonObject got = row.answered();
        if (row.isCall() && !expected.has("error")) {
            // A call of a service answers with bytes alone.
            expected.remove("placements");
        }
        // An error is the same if it begins with the same message: the table does not say how places count.
        if (got.has("error") && expected.has("error")) {
            JsonObject error = got.getAsJsonObject("error");
            String message = expected.getAsJsonObject("error").get("message").getAsString();
            // A provider names its file first.
            String text = error.get("message").getAsString().replaceFirst("^\\S+/memory\\d+\\.\\w+: ", "");
            if (text.startsWith(message)) error.addProperty("message", message);
        }
        if (row.isCall() && row.isTurtle() && expected.has("bytes") && got.has("bytes")) {
            // Services write the same graph with other prefixes.
            assertEquals(statements(expected), statements(got));
            return;
        }
        assertEquals(plain(expected), plain(got));
    }

    /** The texts of NIF with their annotations. */
    private static Map<Nif.Context, List<Annotation>> statements(JsonObject answer) {
        byte[] bytes = HexFormat.of().parseHex(answer.get("bytes").getAsString());
        Map<Nif.Context, List<Annotation>> all = new HashMap<>();
        try (Nif nif = Nif.read(bytes, "turtle", "")) {
            List<Nif.Context> contexts = nif.contexts();
            for (int index = 0; index < contexts.size(); index++) {
                all.put(contexts.get(index), nif.annotations(index));
            }
        }
        return all;
    }

    /** Without what is empty or not said. */
    private static JsonObject plain(JsonObject answer) {
        JsonObject said = new JsonObject();
        for (Map.Entry<String, JsonElement> entry : answer.entrySet()) {
            JsonElement value = entry.getValue();
            boolean isEmpty = value.isJsonNull()
                    || value instanceof JsonArray array && array.isEmpty()
                    || entry.getKey().equals("warnings") && value.getAsInt() == 0
                    || !entry.getKey().equals("text") && value.isJsonPrimitive()
                            && value.getAsString().isEmpty();
            if (isEmpty) continue;
            if (entry.getKey().equals("bytes")) value = readable(value.getAsString());
            said.add(entry.getKey(), value);
        }
        return said;
    }

    /** Hexadecimal digits as a string with a character for each byte. */
    private static JsonPrimitive readable(String digits) {
        return new JsonPrimitive(new String(HexFormat.of().parseHex(digits), StandardCharsets.ISO_8859_1));
    }
}
