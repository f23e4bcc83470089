package io.github.glossweave;

import java.time.Duration;
import java.util.Objects;

/** The jobs of a caller: calls that run after they were submitted. Jobs are objects of JSON. */
public final class Jobs {
    private final Session session;

    Jobs(Session session) {
        this.session = session;
    }

    /**
     * Submits a call as a job, which runs later with the rights that the caller has then.
     *
     * @param call the call
     * @param options {@code webhook}: a URL that is called when the job has ended
     * @return the job: {@code id}, {@code state} ({@code queued}, {@code running}, {@code done}, {@code failed},
     *     {@code cancelled}), {@code progress} and others
     * @throws GlossweaveException {@link ErrorKind#NOT_FOUND} if no service has the path, {@link ErrorKind#UNAUTHENTICATED} for
     *     nobody
     */
    public String submit(Call call, Options options) {
        return session.json(EngineFunctions.JOB_SUBMIT, call, options);
    }

    /**
     * Returns a job.
     *
     * @param id its {@code id}
     * @return the job
     */
    public String read(String id) {
        return session.json(EngineFunctions.JOB_READ, id);
    }

    /**
     * Returns the jobs of the caller, in the order of their time; for admins those of all users.
     *
     * @param options {@code limit}, {@code after} (the {@code id} of a job)
     * @return an array of jobs
     */
    public String list(Options options) {
        return session.json(EngineFunctions.JOB_LIST, options);
    }

    /**
     * Waits until a job has ended, or a time has gone.
     *
     * @param id its {@code id}
     * @param time the longest time to wait
     * @return the job
     */
    public String waitFor(String id, Duration time) {
        long milliseconds = Math.max(0, Objects.requireNonNull(time, "time").toMillis());
        return session.json(EngineFunctions.JOB_WAIT, id, milliseconds);
    }

    /**
     * Returns the answer of a job that is done.
     *
     * @param id its {@code id}
     * @return the answer
     * @throws GlossweaveException the error of a failed job; {@link ErrorKind#CONFLICT} for one that has not ended or was
     *     cancelled
     */
    public Reply result(String id) {
        return session.replied(EngineFunctions.JOB_RESULT, id);
    }

    /**
     * Cancels a job. One that has ended stays as it is.
     *
     * @param id its {@code id}
     * @return the job
     */
    public String cancel(String id) {
        return session.json(EngineFunctions.JOB_CANCEL, id);
    }

    /**
     * Removes a job with its result. One that has not ended is stopped.
     *
     * @param id its {@code id}
     */
    public void delete(String id) {
        session.done(EngineFunctions.JOB_DELETE, id);
    }
}
