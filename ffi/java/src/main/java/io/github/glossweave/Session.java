package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * An engine on behalf of a caller. Any number of threads may use it at once. Whether the caller may do something is found
 * out at each call: {@link ErrorKind#UNAUTHENTICATED}, {@link ErrorKind#FORBIDDEN}, and {@link ErrorKind#NOT_FOUND} for what
 * is private and somebody else's.
 *
 * <p>{@link #call(Call)} reaches every service and pipeline. The other functions manage what is stored; their answers are
 * JSON.
 */
public final class Session extends Handle {
    Session(MemorySegment pointer) {
        super(pointer, EngineFunctions.SESSION_FREE);
    }

    /**
     * A stored document, with the annotations that were accepted.
     *
     * @param document the document in its own format, which is to be closed
     * @param annotations the annotations
     */
    public record StoredDocument(Document document, List<Annotation> annotations) {}

    /** Makes arguments of C from those of Java, the session first. */
    private Object[] arguments(Frame frame, Object... given) {
        Object[] all = new Object[given.length + 1];
        all[0] = frame.use(this);
        for (int index = 0; index < given.length; index++) {
            all[index + 1] = switch (Objects.requireNonNull(given[index], "an argument is null")) {
                case String text -> frame.input(text);
                case byte[] bytes -> frame.input(bytes);
                case Options options -> frame.params(options);
                case Call call -> frame.given(call);
                case Object other -> other;
            };
        }
        return all;
    }

    String json(Function function, Object... given) {
        try (Frame frame = new Frame()) {
            return frame.json(function, arguments(frame, given));
        }
    }

    void done(Function function, Object... given) {
        try (Frame frame = new Frame()) {
            frame.call(function, arguments(frame, given));
        }
    }

    Reply replied(Function function, Object... given) {
        try (Frame frame = new Frame()) {
            return Reply.read(frame.owned(Functions.REPLY_FREE, function, arguments(frame, given)));
        }
    }

    /**
     * Calls the service of a path, or a pipeline, whose requests are the body in JSON (stored ones by their number).
     *
     * @param call the call
     * @return the answer
     * @throws GlossweaveException {@link ErrorKind#NOT_FOUND} if nothing has the path, {@link ErrorKind#INVALID}, with the
     *     parameter, for one that the service does not know, and the errors of the service
     */
    public Reply call(Call call) {
        return replied(EngineFunctions.CALL, call);
    }

    /**
     * Begins to call a service or a pipeline for each document in the body of a call.
     *
     * @param call the call
     * @param mediaType that of the body: {@code application/x-ndjson}, {@code application/zip}, {@code multipart/form-data}
     *     or {@code multipart/mixed}
     * @param options {@code threads}, {@code order} ({@code kept}; {@code free}: as they finish)
     * @return the batch, which is to be closed
     */
    public Batch batch(Call call, String mediaType, Options options) {
        try (Frame frame = new Frame()) {
            return new Batch(frame.value(
                    Struct::pointer, EngineFunctions.BATCH_NEW, arguments(frame, call, mediaType, options)));
        }
    }

    /**
     * Returns the recognizers, term finders and translators that the caller may use.
     *
     * @return JSON: an object with the arrays {@code recognizers}, {@code term_finders} and {@code translators}
     */
    public String engines() {
        return json(EngineFunctions.SESSION_ENGINES);
    }

    /**
     * Returns the translation systems of a provider that need no key.
     *
     * @param provider the name of the provider
     * @return an array of objects with {@code name}, {@code source}, {@code target}, {@code domain}, {@code state}
     *     ({@code available}, or {@code standby} if the first request starts it) and {@code always_running}
     * @throws GlossweaveException {@link ErrorKind#NOT_FOUND} if there is no such provider
     */
    public String translationSystems(String provider) {
        return json(EngineFunctions.TRANSLATION_SYSTEMS, provider);
    }

    /**
     * Opens a stored document in its own format.
     *
     * @param name the name of the resource of the kind {@code document}
     * @return the document, with the annotations that were accepted
     */
    public StoredDocument openDocument(String name) {
        try (Frame frame = new Frame()) {
            MemorySegment out = frame.allocate();
            MemorySegment list = frame.owned(
                    Functions.ANNOTATIONS_FREE,
                    EngineFunctions.STORED_DOCUMENT_OPEN,
                    arguments(frame, name, out));
            Document document = new Document(new Struct(out).pointer());
            return new StoredDocument(document, AnnotationList.read(frame, list, document.places()));
        }
    }

    /**
     * Stores something new, which then belongs to the caller.
     *
     * @param kind {@code template}, {@code filter}, {@code pipeline}, {@code dataset}, {@code xsltconverter},
     *     {@code document} or {@code profile}
     * @param name 1 to 128 letters, digits, {@code .}, {@code _} and {@code -}; empty if the store gives a number (templates
     *     and pipelines)
     * @param content the content
     * @param options {@code visibility} ({@code public}, {@code private}), {@code description}, and those of the kind
     * @return the resource
     */
    public String createResource(String kind, String name, byte[] content, Options options) {
        return json(EngineFunctions.RESOURCE_CREATE, kind, name, content, options);
    }

    /**
     * Returns the description of a resource.
     *
     * @param kind the kind, as for {@link #createResource(String, String, byte[], Options)}
     * @param name the name, or the number
     * @return an object with {@code name} or {@code id}, {@code kind}, {@code owner}, {@code visibility},
     *     {@code description}, {@code created}, {@code updated}, {@code revision}, and the fields of its kind
     */
    public String readResource(String kind, String name) {
        return json(EngineFunctions.RESOURCE_READ, kind, name);
    }

    /**
     * Returns the resources of a kind that the caller may see, in the order of their names.
     *
     * @param kind the kind, as for {@link #createResource(String, String, byte[], Options)}
     * @param options {@code after} (the name behind which the list begins), {@code limit} (100 without it),
     *     {@code contents} ({@code true}, {@code false})
     * @return an array of resources
     */
    public String listResources(String kind, Options options) {
        return json(EngineFunctions.RESOURCE_LIST, kind, options);
    }

    /**
     * Changes a resource and its content.
     *
     * @param kind the kind, as for {@link #createResource(String, String, byte[], Options)}
     * @param name the name, or the number
     * @param content the new content
     * @param options those of {@link #createResource(String, String, byte[], Options)}, {@code newOwner} and
     *     {@code if-revision} ({@link ErrorKind#PRECONDITION_FAILED} if it has another one by now)
     * @return the resource
     */
    public String updateResource(String kind, String name, byte[] content, Options options) {
        return json(EngineFunctions.RESOURCE_UPDATE, kind, name, content, options);
    }

    /**
     * Changes a resource whose content stays.
     *
     * @param kind the kind, as for {@link #createResource(String, String, byte[], Options)}
     * @param name the name, or the number
     * @param options those of {@link #updateResource(String, String, byte[], Options)}
     * @return the resource
     */
    public String updateResource(String kind, String name, Options options) {
        try (Frame frame = new Frame()) {
            MemorySegment none = frame.input((byte[]) null);
            return frame.json(EngineFunctions.RESOURCE_UPDATE, arguments(frame, kind, name, none, options));
        }
    }

    /**
     * Removes a resource.
     *
     * @param kind the kind, as for {@link #createResource(String, String, byte[], Options)}
     * @param name the name, or the number
     * @param options {@code if-revision}
     */
    public void deleteResource(String kind, String name, Options options) {
        done(EngineFunctions.RESOURCE_DELETE, kind, name, options);
    }

    /**
     * Loads a dataset from a file, which is never held as a whole.
     *
     * @param name the name of the dataset
     * @param file the file
     * @param how {@code create}, or {@code update}, as {@code mode} of the options says
     * @param options {@code informat} ({@code csv}, {@code json-lines}, a notation of RDF), {@code mode} ({@code add},
     *     {@code replace}, {@code remove}), and the others of datasets
     * @return the resource
     * @throws GlossweaveException {@link ErrorKind#MALFORMED} for the first row that is wrong, with `strict` or if no row is right; nothing has changed then
     */
    public String loadDataset(String name, Path file, String how, Options options) {
        MemorySegment none = MemorySegment.NULL;
        String path = Objects.requireNonNull(file, "file").toString();
        return json(EngineFunctions.DATASET_LOAD, name, path, how, options, none, none);
    }

    /**
     * Returns the jobs of the caller.
     *
     * @return functions for jobs, which use this session
     */
    public Jobs jobs() {
        return new Jobs(this);
    }

    /**
     * Returns the users of the engine.
     *
     * @return functions for users, which use this session
     */
    public Users users() {
        return new Users(this);
    }
}
