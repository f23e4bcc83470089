import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import net.sf.okapi.common.LocaleId;
import net.sf.okapi.common.filters.IFilter;
import net.sf.okapi.common.resource.RawDocument;
import net.sf.okapi.filters.json.JSONFilter;
import net.sf.okapi.filters.markdown.MarkdownFilter;
import net.sf.okapi.filters.openoffice.OpenOfficeFilter;
import net.sf.okapi.filters.openxml.OpenXMLFilter;
import net.sf.okapi.filters.po.POFilter;
import net.sf.okapi.filters.properties.PropertiesFilter;
import net.sf.okapi.filters.yaml.YamlFilter;

/** Reads files through the filters of Okapi and prints the rates, one JSON object a line. */
public final class Read {
    /** Work is done again until this many nanoseconds have gone by, first to warm up the virtual machine. */
    private static final long AT_LEAST = 1_000_000_000L;

    private static final Map<String, Supplier<IFilter>> FILTERS =
            Map.of(
                    "docx", OpenXMLFilter::new,
                    "pptx", OpenXMLFilter::new,
                    "xlsx", OpenXMLFilter::new,
                    "ods", OpenOfficeFilter::new,
                    "md", MarkdownFilter::new,
                    "yaml", YamlFilter::new,
                    "json", JSONFilter::new,
                    "po", POFilter::new,
                    "properties", PropertiesFilter::new);

    public static void main(String[] files) throws Exception {
        for (String name : files) {
            Path file = Path.of(name).toAbsolutePath();
            String page = file.getFileName().toString();
            Supplier<IFilter> filter = FILTERS.get(page.substring(page.lastIndexOf('.') + 1));
            if (filter == null) {
                continue;
            }
            double[] seconds;
            try {
                turns(filter, file);
                seconds = turns(filter, file);
            } catch (RuntimeException refusal) {
                System.err.println(page + ": " + refusal);
                continue;
            }
            double size = unpacked(file) / 1e6;
            System.out.printf(
                    "{\"page\": \"%s\", \"work\": \"format\", \"who\": \"Okapi\", \"rate\": %s, \"processor\": %s}%n",
                    page, size / seconds[0], size / seconds[1]);
        }
    }

    /** Returns the seconds of one turn, by the clock and of the processor. */
    private static double[] turns(Supplier<IFilter> filter, Path file) {
        var threads = ManagementFactory.getThreadMXBean();
        long start = System.nanoTime();
        long processor = threads.getCurrentThreadCpuTime();
        int turns = 0;
        do {
            read(filter.get(), file.toUri());
            turns++;
        } while (System.nanoTime() - start < AT_LEAST);
        processor = threads.getCurrentThreadCpuTime() - processor;
        return new double[] {(System.nanoTime() - start) / 1e9 / turns, processor / 1e9 / turns};
    }

    private static void read(IFilter filter, URI file) {
        RawDocument document = new RawDocument(file, "UTF-8", LocaleId.ENGLISH, LocaleId.GERMAN);
        try {
            filter.open(document);
            while (filter.hasNext()) {
                filter.next();
            }
        } finally {
            filter.close();
            document.close();
        }
    }

    private static long unpacked(Path file) throws Exception {
        byte[] start = new byte[2];
        try (var stream = Files.newInputStream(file)) {
            stream.readNBytes(start, 0, 2);
        }
        if (start[0] != 'P' || start[1] != 'K') {
            return Files.size(file);
        }
        long size = 0;
        try (ZipFile archive = new ZipFile(file.toFile())) {
            for (Enumeration<? extends ZipEntry> all = archive.entries(); all.hasMoreElements(); ) {
                size += all.nextElement().getSize();
            }
        }
        return size;
    }
}
