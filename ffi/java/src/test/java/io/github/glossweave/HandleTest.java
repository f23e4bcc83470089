package io.github.glossweave;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The lives of objects: closing, threads, memory. */
class HandleTest {
    private static final String TABLE = "uri,label\nhttp://example.org/cork,Cork\n";

    @Test
    void closedObjectsAreRefused() {
        Document document = Document.decode("Cork", "text");
        Dictionary names = Dictionary.fromCsv(TABLE);
        Nif nif = Nif.read(new String(document.toNif(List.of(), "turtle", Options.none()), StandardCharsets.UTF_8), "turtle");
        Engine engine = Engine.open("");
        Session session = engine.session();
        List<AutoCloseable> all = List.of(document, names, nif, engine, session);
        for (AutoCloseable one : all) {
            for (int time = 0; time < 2; time++) assertCloses(one);
        }
        for (Supplier<?> use : List.<Supplier<?>>of(
                document::text,
                document::encoding,
                document::units,
                document::annotations,
                document::target,
                () -> document.targetUnit(0),
                () -> document.sourceSpan(new Span(0, 1)),
                () -> document.encode(List.of()),
                () -> nif.contexts(),
                () -> nif.document(0),
                () -> engine.session(),
                () -> engine.expire(),
                () -> session.waitForJob("1", Duration.ZERO),
                () -> session.call(new Call("/e-entity/names/documents")))) {
            IllegalStateException error = assertThrows(IllegalStateException.class, use::get);
            assertTrue(error.getMessage().endsWith(" is closed"), error.getMessage());
        }
        try (Document open = Document.decode("Cork", "text")) {
            assertThrows(IllegalStateException.class, () -> names.recognize(open));
        }
        try (Dictionary open = Dictionary.fromCsv(TABLE)) {
            assertThrows(IllegalStateException.class, () -> open.recognize(document));
        }
        assertThrows(IllegalStateException.class, () -> Engine.builder().recognizer("x", names).open());
    }

    private static void assertCloses(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception error) {
            throw new AssertionError(error);
        }
    }

    private static int freed;

    static Object free(Object[] arguments) {
        freed++;
        return null;
    }

    @Test
    void theLastUseFrees() throws Exception {
        MethodType type = MethodType.methodType(Object.class, Object[].class);
        Function free = new Function(MethodHandles.lookup().findStatic(HandleTest.class, "free", type));
        Handle handle = new Handle(MemorySegment.NULL, free) {};
        Handle.Owned owned = handle.owned();
        for (int use = 0; use < 2; use++) assertEquals(MemorySegment.NULL, owned.acquire());
        owned.release();
        handle.close();
        assertThrows(IllegalStateException.class, owned::acquire);
        assertEquals(0, freed);
        owned.release();
        assertEquals(1, freed);
        handle.close();
        assertEquals(1, freed);
    }

    @Test
    void threadsShareObjects() throws Exception {
        String source = "<p>From 😀 Cork to <b>Cork</b>. ".repeat(50);
        try (Dictionary names = Dictionary.fromCsv(TABLE);
                Document document = Document.decode(source, "html");
                ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Annotation> expected = names.recognize(document);
            assertEquals(100, expected.size());
            byte[] marked = document.encode(expected).bytes();
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int task = 0; task < 64; task++) {
                tasks.add(() -> {
                    List<Annotation> found = names.recognize(document);
                    assertEquals(expected, found);
                    assertEquals(50, document.units().size());
                    assertTrue(java.util.Arrays.equals(marked, document.encode(found).bytes()));
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(tasks)) done.get();
        }
    }

    @Test
    void objectsAreClosedWhileOtherThreadsUseThem() throws Exception {
        try (Dictionary names = Dictionary.fromCsv(TABLE);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 100; round++) {
                Document document = Document.decode("<p>From Cork to Cork. ".repeat(20), "html");
                CountDownLatch begun = new CountDownLatch(3);
                List<Future<Integer>> uses = new ArrayList<>();
                for (int thread = 0; thread < 3; thread++) {
                    uses.add(threads.submit(() -> {
                        int found = 0;
                        try {
                            for (;;) {
                                assertEquals(40, names.recognize(document).size());
                                found++;
                                begun.countDown();
                            }
                        } catch (IllegalStateException closed) {
                            return found;
                        }
                    }));
                }
                begun.await();
                document.close();
                for (Future<Integer> use : uses) assertTrue(use.get() >= 0);
            }
        }
    }

    /** Makes and drops objects, and prints how many bytes the process has grown meanwhile. The heap does not grow. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            boolean isClosed = arguments[0].equals("closed");
            try (Dictionary names = Dictionary.fromCsv(TABLE)) {
                live(names, 20_000, isClosed);
                settle();
                long before = resident();
                live(names, 100_000, isClosed);
                settle();
                System.out.print(resident() - before);
            }
        }

        private static void live(Dictionary names, int count, boolean isClosed) throws Exception {
            String source = "<p>From Cork to <b>Cork</b> by Cork. ".repeat(3);
            for (int index = 0; index < count; index++) {
                Document document = Document.decode(source, "html");
                if (index % 10 == 0) {
                    List<Annotation> found = names.recognize(document);
                    document.encode(found);
                    byte[] nif = document.toNif(found, "turtle", Options.none());
                    Nif read = Nif.read(nif, "turtle", "");
                    if (isClosed) read.close();
                }
                for (int time = 0; time < 3; time++) fail();
                if (isClosed) document.close();
                // The cleaner has one thread, which may be slower than this one.
                else if (index % 1_000 == 0) settle();
            }
        }

        private static void fail() {
            try {
                Document.decode("", "none").close();
                throw new AssertionError("there is no such format");
            } catch (GlossweaveException error) {
                if (error.kind() != ErrorKind.UNSUPPORTED) throw error;
            }
        }

        private static void settle() throws InterruptedException {
            System.gc();
            Thread.sleep(20);
        }

        /** The bytes of the process that are in memory. */
        private static long resident() throws IOException {
            String[] pages = Files.readString(Path.of("/proc/self/statm")).split(" ");
            return Long.parseLong(pages[1]) * 4096;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "dropped"})
    @EnabledOnOs(OS.LINUX)
    void memoryIsGivenBack(String way) throws Exception {
        List<String> heap = List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC");
        String grown = LibraryTest.run(0, Program.class, heap, way);
        // A document takes more than 1,000 bytes, and what the virtual machine itself takes grows too.
        assertTrue(Long.parseLong(grown) < 24_000_000, grown + " bytes more after 100,000 documents");
    }
}
