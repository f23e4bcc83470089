package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * An engine on behalf of a caller. Any number of threads may use it at once. Whether the caller may do something is found
 * out at each call: {@link ErrorKind#UNAUTHENTICATED}, {@link ErrorKind#FORBIDDEN}, and {@link ErrorKind#NOT_FOUND} for what
 * is private and somebody else's.
 *
 * <p>{@link #call(Call)} reaches every service and pipeline. The other functions manage what is stored; their answers are JSON.
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

    private String json(Function function, Object... given) {
        try (Frame frame = new Frame()) {
            return frame.json(function, arguments(frame, given));
        }
    }

    private void done(Function function, Object... given) {
        try (Frame frame = new Frame()) {
            frame.call(function, arguments(frame, given));
        }
    }

    private Reply replied(Function function, Object... given) {
        try (Frame frame = new Frame()) {
            return Reply.read(frame, frame.owned(Functions.REPLY_FREE, function, arguments(frame, given)));
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
     * @param kind {@code template}, {@code filter}, {@code pipeline}, {@code dataset}, {@code xsltconverter} or
     *     {@code document}
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
     * @throws GlossweaveException {@link ErrorKind#MALFORMED} for the first row that cannot be taken; nothing has changed then
     */
    public String loadDataset(String name, Path file, String how, Options options) {
        MemorySegment none = MemorySegment.NULL;
        String path = Objects.requireNonNull(file, "file").toString();
        return json(EngineFunctions.DATASET_LOAD, name, path, how, options, none, none);
    }

    /**
     * Submits a call as a job, which runs later with the rights that the caller has then.
     *
     * @param call the call
     * @param options {@code webhook}: a URL that is called when the job has ended
     * @return the job: {@code id}, {@code state} ({@code queued}, {@code running}, {@code done}, {@code failed},
     *     {@code cancelled}), {@code progress} and others
     */
    public String submitJob(Call call, Options options) {
        return json(EngineFunctions.JOB_SUBMIT, call, options);
    }

    /**
     * Returns a job.
     *
     * @param id its {@code id}
     * @return the job
     */
    public String readJob(String id) {
        return json(EngineFunctions.JOB_READ, id);
    }

    /**
     * Returns the jobs of the caller, in the order of their time; for admins those of all users.
     *
     * @param options {@code limit}, {@code after} (the {@code id} of a job)
     * @return an array of jobs
     */
    public String listJobs(Options options) {
        return json(EngineFunctions.JOB_LIST, options);
    }

    /**
     * Waits until a job has ended, or a time has gone.
     *
     * @param id its {@code id}
     * @param time the longest time to wait
     * @return the job
     */
    public String waitForJob(String id, Duration time) {
        long milliseconds = Math.max(0, Objects.requireNonNull(time, "time").toMillis());
        return json(EngineFunctions.JOB_WAIT, id, milliseconds);
    }

    /**
     * Returns the answer of a job that is done.
     *
     * @param id its {@code id}
     * @return the answer
     * @throws GlossweaveException the error of a failed job; {@link ErrorKind#CONFLICT} for one that has not ended or was
     *     cancelled
     */
    public Reply jobResult(String id) {
        return replied(EngineFunctions.JOB_RESULT, id);
    }

    /**
     * Cancels a job. One that has ended stays as it is.
     *
     * @param id its {@code id}
     * @return the job
     */
    public String cancelJob(String id) {
        return json(EngineFunctions.JOB_CANCEL, id);
    }

    /**
     * Removes a job with its result.
     *
     * @param id its {@code id}
     */
    public void deleteJob(String id) {
        done(EngineFunctions.JOB_DELETE, id);
    }

    /**
     * Registers a user; everybody may, unless the setting {@code registration} says otherwise.
     *
     * @param username 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}, beginning with a letter
     * @param password at least 8 characters
     * @return the user: {@code username}, {@code role}, {@code created}
     */
    public String createUser(String username, String password) {
        return json(EngineFunctions.USER_CREATE, username, password);
    }

    /**
     * Logs in. Whose session this is does not matter.
     *
     * @param username the name of the user
     * @param password the password
     * @return a token for {@link Engine#session(String)}, which does not expire
     * @throws GlossweaveException {@link ErrorKind#UNAUTHENTICATED}, alike for a wrong password and an unknown user;
     *     {@link ErrorKind#THROTTLED} after five failures in a row, with the time to wait
     */
    public String authenticate(String username, String password) {
        return json(EngineFunctions.USER_AUTHENTICATE, username, password);
    }

    /**
     * Returns a user. Only that user and admins may ask.
     *
     * @param username the name of the user
     * @return the user
     */
    public String readUser(String username) {
        return json(EngineFunctions.USER_READ, username);
    }

    /**
     * Returns the users, in the order of their names. Only admins may ask.
     *
     * @param options {@code after}, {@code limit} (100 without it)
     * @return an array of users
     */
    public String listUsers(Options options) {
        return json(EngineFunctions.USER_LIST, options);
    }

    /**
     * Changes a password; tokens stay as they are. Only that user and admins may.
     *
     * @param username the name of the user
     * @param password the new password
     * @return the user
     */
    public String setPassword(String username, String password) {
        return json(EngineFunctions.USER_SET_PASSWORD, username, password);
    }

    /**
     * Changes a role. Only admins may.
     *
     * @param username the name of the user
     * @param role {@code ROLE_USER} or {@code ROLE_ADMIN}
     * @return the user
     */
    public String setRole(String username, String role) {
        return json(EngineFunctions.USER_SET_ROLE, username, role);
    }

    /**
     * Removes a user, whose tokens stop working at once. Only that user and admins may.
     *
     * @param username the name of the user
     * @throws GlossweaveException {@link ErrorKind#CONFLICT} for a user who owns something, and for the last admin
     */
    public void deleteUser(String username) {
        done(EngineFunctions.USER_DELETE, username);
    }

    /**
     * Makes a token, or the secret of an API key, stop working. Only admins may.
     *
     * @param token the token
     */
    public void revokeToken(String token) {
        done(EngineFunctions.TOKEN_REVOKE, token);
    }

    /**
     * Makes all tokens and API keys of a user stop working. Only admins may.
     *
     * @param username the name of the user
     */
    public void revokeTokens(String username) {
        done(EngineFunctions.TOKEN_REVOKE_ALL, username);
    }
}
