package io.github.glossweave;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    /** The settings and providers of an engine that is to be opened. One thread may use it at a time. */
    public static final class Builder {
        private String settings = "";
        private final Map<String, Dictionary> dictionaries = new LinkedHashMap<>();
        private final Map<String, Recognizer> recognizers = new LinkedHashMap<>();
        private final List<Provider> providers = new ArrayList<>();

        private Builder() {}

        /**
         * Sets the settings, in place of those before.
         *
         * @param settings the text of a file of settings, in TOML or JSON, such as
         *     {@code store.location = "data"}; docs/settings.md lists all
         * @return this builder
         */
        public Builder settings(String settings) {
            this.settings = Objects.requireNonNull(settings, "settings");
            return this;
        }

        /**
         * Adds a dictionary as a recognizer, in place of what had that name.
         *
         * @param name the name that callers use
         * @param dictionary the dictionary, which may be closed when the engine is open
         * @return this builder
         */
        public Builder recognizer(String name, Dictionary dictionary) {
            recognizers.remove(Objects.requireNonNull(name, "name"));
            dictionaries.put(name, Objects.requireNonNull(dictionary, "dictionary"));
            return this;
        }

        /**
         * Adds a recognizer of the program, in place of what had that name.
         *
         * @param name the name that callers use
         * @param recognizer the recognizer, which is kept as long as the engine and its sessions
         * @return this builder
         */
        public Builder recognizer(String name, Recognizer recognizer) {
            dictionaries.remove(Objects.requireNonNull(name, "name"));
            recognizers.put(name, Objects.requireNonNull(recognizer, "recognizer"));
            return this;
        }

        /**
         * Adds a provider that is opened by the name of its protocol, in place of what had its name.
         *
         * @param provider the provider
         * @return this builder
         */
        public Builder provider(Provider provider) {
            providers.add(Objects.requireNonNull(provider, "provider"));
            return this;
        }

        /**
         * Opens the engine.
         *
         * @return the engine
         * @throws GlossweaveException {@link ErrorKind#INVALID}, with the parameter, for a wrong setting or provider;
         *     {@link ErrorKind#STORAGE} for a folder that does not open or that another process has
         */
        public Engine open() {
            try (Frame frame = new Frame()) {
                MemorySegment opened =
                        frame.owned(EngineFunctions.PROVIDERS_FREE, EngineFunctions.PROVIDERS_NEW);
                dictionaries.forEach((name, dictionary) -> frame.call(
                        EngineFunctions.PROVIDERS_ADD_DICTIONARY,
                        opened,
                        frame.input(name),
                        frame.use(dictionary)));
                recognizers.forEach((name, recognizer) -> add(frame, opened, name, recognizer));
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
                        frame.input(settings),
                        opened));
            }
        }

        private static void add(Frame frame, MemorySegment opened, String name, Recognizer recognizer) {
            long number = Upcalls.keep(recognizer);
            try {
                frame.call(
                        EngineFunctions.PROVIDERS_ADD_RECOGNIZER,
                        opened,
                        frame.input(name),
                        Upcalls.RECOGNIZE,
                        number,
                        Upcalls.FINALIZE,
                        recognizer.needsLanguage());
            } catch (GlossweaveException error) {
                Upcalls.forget(number);
                throw error;
            }
        }
    }

    /**
     * Returns a builder of an engine without settings and providers.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Opens an engine with settings alone.
     *
     * @param settings those of {@link Builder#settings(String)}
     * @return the engine
     * @throws GlossweaveException as {@link Builder#open()}
     */
    public static Engine open(String settings) {
        return builder().settings(settings).open();
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
     * @param token a token of {@link Session#authenticate(String, String)}, the secret of an API key, or a token of the OpenID
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
     * @throws GlossweaveException {@link ErrorKind#CONFLICT} if the user {@code local} is not an admin
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
