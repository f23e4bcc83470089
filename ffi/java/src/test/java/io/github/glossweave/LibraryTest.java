package io.github.glossweave;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The search for the C library, in processes of their own. */
class LibraryTest {
    /** Prints the version of the library. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            System.out.println("version " + Glossweave.version());
        }
    }

    private static final String LIBRARY = System.getProperty(Library.PROPERTY);

    /** Runs a program in a process of its own, and returns its output. */
    static String run(int status, Class<?> program, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Dglossweave.library=" + LIBRARY);
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(status, process.exitValue(), output);
        return output;
    }

    private static String run(int status, String... options) throws IOException, InterruptedException {
        return run(status, Program.class, List.of(options));
    }

    private static void assertSays(String output, String... expected) {
        for (String part : expected) assertTrue(output.contains(part), output);
    }

    /** Compiles a library that says a version of the interface. */
    private static Path library(Path folder, int version) throws IOException, InterruptedException {
        Path source = folder.resolve("library.c");
        Path library = folder.resolve("version-" + version + ".so");
        Files.writeString(source, "unsigned gw_abi_version(void) { return " + version + "; }\n");
        Process compiler = new ProcessBuilder(
                        "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                .inheritIO()
                .start();
        assertEquals(0, compiler.waitFor());
        return library;
    }

    @Test
    void thePropertyNamesTheFile(@TempDir Path folder) throws Exception {
        assertSays(run(0, "-Dglossweave.library=" + LIBRARY), "version " + Glossweave.version());
        assertSays(
                run(1, "-Dglossweave.library=" + folder.resolve("none.so")),
                "UnsatisfiedLinkError", "glossweave.library", "none.so");
    }

    @Test
    void theFoldersAreSearched(@TempDir Path folder) throws Exception {
        String nowhere = folder.resolve("nowhere").toString();
        assertSays(
                run(1, "-Dglossweave.library=", "-Djava.library.path=" + nowhere),
                "UnsatisfiedLinkError", "libglossweave.so or libglossweave.so.2", nowhere, "glossweave.library");
        for (String name : List.of("libglossweave.so.2", "libglossweave.so")) {
            Path link = folder.resolve(name);
            Files.createSymbolicLink(link, Path.of(LIBRARY).toAbsolutePath());
            assertSays(run(0, "-Dglossweave.library=", "-Djava.library.path=" + nowhere + ":" + folder), "version ");
            Files.delete(link);
        }
    }

    @Test
    void otherLibrariesAreRefused(@TempDir Path folder) throws Exception {
        assertSays(
                run(1, "-Dglossweave.library=" + library(folder, 1)),
                "UnsatisfiedLinkError", "version 1 of the interface, expected 2");
        assertSays(
                run(1, "-Dglossweave.library=" + library(folder, 2)),
                "UnsatisfiedLinkError", "has no function gw_");
    }
}
