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
 * <p>{@link #call(Call)} calls every service and pipeline, and manages users, stored resources and jobs, with the paths and
 * the JSON of the HTTP interface. Use the other functions for batches, large datasets and stored documents, to log in, and
 * to wait for jobs.
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

    /**
     * Calls a path of the HTTP interface: a service, a pipeline, stored resources, users and their keys, invitations, jobs,
     * models, reconciliation, or a list such as {@code /engines}. The body for a pipeline contains its requests as JSON; a
     * stored pipeline is called by its number. The parameter {@code async} = {@code true} submits the call of a service as a
     * job.
     *
     * @param call the call
     * @return the answer of a service, or JSON
     * @throws GlossweaveException {@link ErrorKind#NOT_FOUND} if the interface does not have this path with this method,
     *     {@link ErrorKind#INVALID}, with the parameter, if the service does not have a parameter, and the errors of the
     *     service
     */
    public Reply call(Call call) {
        try (Frame frame = new Frame()) {
            return Reply.read(frame.owned(Functions.REPLY_FREE, EngineFunctions.CALL, arguments(frame, call)));
        }
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
     * Waits until a job has ended, but not longer than a time.
     *
     * @param id the {@code id} of the job
     * @param time the maximum time to wait
     * @return the job as JSON, with {@code state} ({@code queued}, {@code running}, {@code done}, {@code failed},
     *     {@code cancelled})
     */
    public String waitForJob(String id, Duration time) {
        long milliseconds = Math.max(0, Objects.requireNonNull(time, "time").toMillis());
        return json(EngineFunctions.JOB_WAIT, id, milliseconds);
    }

    /**
     * Logs in a user. Any session can be used.
     *
     * @param username the name of the user
     * @param password the password
     * @return a token for {@link Engine#session(String)}, which does not expire
     * @throws GlossweaveException {@link ErrorKind#UNAUTHENTICATED}, without a difference between a wrong password and an
     *     unknown user; {@link ErrorKind#THROTTLED} after five failures in a row, with the time to wait
     */
    public String authenticate(String username, String password) {
        return json(EngineFunctions.USER_AUTHENTICATE, username, password);
    }

    /**
     * Revokes a token, or the API key with this secret. Only admins can revoke it.
     *
     * @param token the token, or the secret
     * @throws GlossweaveException {@link ErrorKind#NOT_FOUND} if there is no such token or key
     */
    public void revokeToken(String token) {
        done(EngineFunctions.TOKEN_REVOKE, token);
    }

    /**
     * Revokes all tokens and API keys of a user. Only admins can revoke them.
     *
     * @param username the name of the user
     */
    public void revokeAllTokens(String username) {
        done(EngineFunctions.TOKEN_REVOKE_ALL, username);
    }
}
