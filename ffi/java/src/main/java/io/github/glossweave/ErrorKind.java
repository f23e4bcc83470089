package io.github.glossweave;

/** The kinds of errors, which are the same in every binding. */
public enum ErrorKind {
    /** A kind that this version of the package has no name for. */
    OTHER,
    /** The call itself is wrong. Fix the call. */
    INVALID,
    /** The input is not what its format says. Fix the document; the error has the place. */
    MALFORMED,
    /** A format, version or feature that is not available. Choose another one. */
    UNSUPPORTED,
    /** No such thing. */
    NOT_FOUND,
    /** No caller, or a wrong token, password or key. */
    UNAUTHENTICATED,
    /** The caller may not do this. */
    FORBIDDEN,
    /** The name is taken, or the thing is still in use. */
    CONFLICT,
    /** A service that is needed does not answer. Try again later. */
    UNAVAILABLE,
    /** A time limit was reached. */
    DEADLINE,
    /** The disk, or what is stored on it, failed. */
    STORAGE,
    /** A fault of the library itself. Report it. */
    INTERNAL,
    /** A size limit was reached. */
    TOO_LARGE,
    /** Too many attempts. Wait. */
    THROTTLED,
    /** The thing changed in the meantime. Read it again. */
    PRECONDITION_FAILED,
    /** A recognizer, translator or other function of the program failed or gave a wrong answer. Fix that function. */
    PROVIDER;

    /** Returns the kind of a number of {@code GwStatus}, which is its place here. */
    static ErrorKind of(int status) {
        ErrorKind[] all = values();
        return status > 0 && status < all.length ? all[status] : OTHER;
    }
}
