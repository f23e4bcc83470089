package io.github.glossweave;

/**
 * A file of a package, such as {@code content.xml} of OpenDocument.
 *
 * @param name its name in the package
 * @param bytes its bytes among those of all files that were read, which are UTF-8 whatever the file is in
 * @param encoding the encoding of the file in the package
 */
public record Part(String name, ByteSpan bytes, String encoding) {
    static Part read(Struct struct) {
        return new Part(struct.text(), struct.span(), struct.text());
    }
}
