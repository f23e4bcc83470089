package io.github.glossweave;

import java.util.Collection;
import java.util.List;

/**
 * Finds annotations in texts: a recognizer of a program, for {@link Engine.Builder#recognizer(String, Recognizer)}. Several
 * threads may call it at once, those of the library among them.
 */
@FunctionalInterface
public interface Recognizer {
    /**
     * A text to look through.
     *
     * @param text the whole text
     * @param language the language tag, or {@code null} if it is not known
     * @param pieces the stretches that belong together, in units of UTF-16: no annotation reaches from one into another
     */
    record Passage(String text, String language, List<Span> pieces) {}

    /**
     * Finds the annotations of a text.
     *
     * @param passage the text
     * @return the annotations, in the order of their spans
     * @throws Exception the reason for which the call of the engine fails: with the kind and the message of a
     *     {@link GlossweaveException}, as {@link ErrorKind#PROVIDER} for others, and for annotations that are wrong
     */
    Collection<? extends Annotation> recognize(Passage passage) throws Exception;

    /**
     * Returns whether this recognizer needs to know the language of a text. If no one is given, it is then identified before
     * each call.
     *
     * @return {@code false} unless it is overridden
     */
    default boolean needsLanguage() {
        return false;
    }
}
