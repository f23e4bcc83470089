import io.github.glossweave.Annotation;
import io.github.glossweave.Dictionary;
import io.github.glossweave.Document;
import io.github.glossweave.GlossweaveException;
import io.github.glossweave.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The main job: finds the names of a list in a page, prints them as NIF, and prints the page with the names marked up. Run
 * it from the root of the tree, after `make java`:
 *
 *     java -cp build/java/glossweave-0.2.0.jar --enable-native-access=ALL-UNNAMED \
 *         -Dglossweave.library=target/release/libglossweave_ffi.so examples/java/First.java [PAGE.html NAMES.csv]
 */
public final class First {
    public static void main(String[] arguments) throws IOException {
        boolean isGiven = arguments.length == 2;
        Path page = Path.of(isGiven ? arguments[0] : "examples/data/dublin.html");
        Path table = Path.of(isGiven ? arguments[1] : "examples/data/places.csv");
        try (Document document = Document.decode(Files.readAllBytes(page), "html");
                Dictionary names = Dictionary.fromCsv(Files.readAllBytes(table))) {
            List<Annotation> found = names.recognize(document);
            System.out.write(document.toNif(found, "turtle", Options.none()));
            System.out.write(document.encode(found).bytes());
            System.out.flush();
        } catch (GlossweaveException error) {
            System.err.println("first: " + error.getMessage());
            System.exit(1);
        }
    }
}
