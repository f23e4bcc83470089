package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An engine: settings, and providers that find, translate and link. Any number of threads may use it at once. It can be
 * closed before its sessions, which keep what they need.
 */
public final class Engine extends Handle {
    private Engine(MemorySegment pointer) {
        super(pointer, EngineFunctions.ENGINE_FREE);
    }

    /**
     * Opens an engine.
     *
     * @param settings settings such as {@code store} (the folder of users and their resources; memory without),
     *     {@code prefix}, {@code max-bytes}, {@code admin.create}; the documentation of C lists all
     * @param recognizers dictionaries under the names that callers use; they may be closed afterwards
     * @param providers more providers, in place of what had their names
     * @return the engine
     * @throws GlossweaveException {@link ErrorKind#INVALID}, with the parameter, for a wrong setting;
     *     {@link ErrorKind#STORAGE} for a folder that does not open or that another process has
     */
    public static Engine open(Options settings, Map<String, Dictionary> recognizers, List<Provider> providers) {
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(recognizers, "recognizers");
        Objects.requireNonNull(providers, "providers");
        try (Frame frame = new Frame()) {
            MemorySegment named =
                    frame.owned(EngineFunctions.RECOGNIZERS_FREE, EngineFunctions.RECOGNIZERS_NEW);
            recognizers.forEach((name, dictionary) -> frame.call(
                    EngineFunctions.RECOGNIZERS_ADD_DICTIONARY,
                    named,
                    frame.input(Objects.requireNonNull(name, "name")),
                    frame.use(dictionary)));
            MemorySegment opened = frame.owned(EngineFunctions.PROVIDERS_FREE, EngineFunctions.PROVIDERS_NEW);
            for (Provider provider : providers) {
                frame.call(
                        EngineFunctions.PROVIDERS_OPEN,
                        opened,
                        frame.input(provider.kind()),
                        frame.input(provider.name()),
                        frame.input(provider.protocol()),
                        frame.input(provider.place()),
                        frame.params(provider.options()),
                        frame.params(provider.system()));
            }
            return new Engine(frame.value(
                    Struct::pointer,
                    EngineFunctions.ENGINE_OPEN,
                    frame.params(settings),
                    named,
                    MemorySegment.NULL,
                    opened));
        }
    }

    /**
     * Opens an engine with settings alone.
     *
     * @param settings those of {@link #open(Options, Map, List)}
     * @return the engine
     * @throws GlossweaveException as {@link #open(Options, Map, List)}
     */
    public static Engine open(Options settings) {
        return open(settings, Map.of(), List.of());
    }

    /**
     * Returns the protocols by which providers are opened.
     *
     * @return JSON: an array of objects with {@code kind}, {@code name}, {@code place}, {@code text} and {@code parameters}
     */
    public static String protocols() {
        try (Frame frame = new Frame()) {
            return frame.json(EngineFunctions.PROTOCOLS);
        }
    }

    /**
     * Begins to act on behalf of nobody in particular.
     *
     * @return a session
     */
    public Session session() {
        try (Frame frame = new Frame()) {
            return new Session(
                    frame.value(Struct::pointer, EngineFunctions.ENGINE_SESSION, frame.use(this)));
        }
    }

    /**
     * Begins to act on behalf of the holder of a token.
     *
     * @param token a token of {@link Users#authenticate(String, String)}, the secret of an API key, or a token of the OpenID
     *     provider of the settings; a wrong one is {@link ErrorKind#UNAUTHENTICATED} at each call, not here
     * @return a session
     */
    public Session session(String token) {
        Objects.requireNonNull(token, "token");
        try (Frame frame = new Frame()) {
            return new Session(frame.value(
                    Struct::pointer, EngineFunctions.ENGINE_SESSION_OF, frame.use(this), frame.input(token)));
        }
    }

    /**
     * Begins to act on behalf of the local user, an admin without a password: for programs with a single user.
     *
     * @return a session
     * @throws GlossweaveException {@link ErrorKind#CONFLICT} if the user {@code local} is no admin
     */
    public Session localSession() {
        try (Frame frame = new Frame()) {
            return new Session(
                    frame.value(Struct::pointer, EngineFunctions.ENGINE_LOCAL_SESSION, frame.use(this)));
        }
    }

    /**
     * Removes expired resources from the store. Call this once a day if the engine runs for long.
     *
     * @return how many were removed
     */
    public long expire() {
        try (Frame frame = new Frame()) {
            return frame.value(Struct::size, EngineFunctions.ENGINE_EXPIRE, frame.use(this));
        }
    }
}
