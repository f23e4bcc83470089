package io.github.glossweave;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static java.lang.foreign.ValueLayout.JAVA_INT;

/** Finds the C library, and its functions. It stays loaded as long as the process runs. */
final class Library {
    /** {@code GW_ABI_VERSION} of {@code include/glossweave.h}. */
    static final int ABI_VERSION = 2;

    /** The system property that names the file. */
    static final String PROPERTY = "glossweave.library";

    private static final SymbolLookup SYMBOLS = load();

    private Library() {}

    /** Returns a function. The type of its result is {@code null} if it has none. */
    static Function function(String name, MemoryLayout result, MemoryLayout... parameters) {
        return function(SYMBOLS, name, result, parameters);
    }

    private static Function function(
            SymbolLookup symbols, String name, MemoryLayout result, MemoryLayout... parameters) {
        MemorySegment address = symbols.find(name).orElseThrow(() -> new UnsatisfiedLinkError(
                "the library of Glossweave has no function " + name + ": it is older, or built without engines"));
        FunctionDescriptor type =
                result == null ? FunctionDescriptor.ofVoid(parameters) : FunctionDescriptor.of(result, parameters);
        MethodHandle handle = Linker.nativeLinker().downcallHandle(address, type);
        int count = handle.type().parameterCount();
        return new Function(
                handle.asSpreader(Object[].class, count).asType(MethodType.methodType(Object.class, Object[].class)));
    }

    private static SymbolLookup load() {
        SymbolLookup symbols = find();
        int version = (int) function(symbols, "gw_abi_version", JAVA_INT).invoke();
        if (version != ABI_VERSION) {
            throw new UnsatisfiedLinkError("the library of Glossweave has version " + version
                    + " of the interface, expected " + ABI_VERSION);
        }
        return symbols;
    }

    private static SymbolLookup find() {
        String given = System.getProperty(PROPERTY);
        if (given != null && !given.isEmpty()) {
            try {
                return SymbolLookup.libraryLookup(Path.of(given), Arena.global());
            } catch (IllegalArgumentException error) {
                throw failed("the system property " + PROPERTY + " names " + given + ", which cannot be loaded", error);
            }
        }
        // The second name is that of installed libraries without the files for developers.
        String plain = System.mapLibraryName("glossweave");
        List<String> names = List.of(plain, plain + "." + ABI_VERSION);
        List<String> folders = new ArrayList<>();
        for (String folder : System.getProperty("java.library.path", "").split(java.io.File.pathSeparator)) {
            for (String name : names) {
                Path file = Path.of(folder, name);
                if (!folder.isEmpty() && Files.isRegularFile(file)) {
                    try {
                        return SymbolLookup.libraryLookup(file, Arena.global());
                    } catch (IllegalArgumentException error) {
                        throw failed(file + " cannot be loaded", error);
                    }
                }
            }
            folders.add(folder);
        }
        // The search of the system, which knows more folders.
        for (String name : names) {
            try {
                return SymbolLookup.libraryLookup(name, Arena.global());
            } catch (IllegalArgumentException error) {
                continue;
            }
        }
        throw new UnsatisfiedLinkError("the library of Glossweave, " + String.join(" or ", names)
                + ", is neither in java.library.path (" + String.join(", ", folders)
                + ") nor in the folders of the system; set the system property " + PROPERTY + " to its path");
    }

    private static UnsatisfiedLinkError failed(String message, Throwable cause) {
        UnsatisfiedLinkError error = new UnsatisfiedLinkError(message + ": " + cause.getMessage());
        error.initCause(cause);
        return error;
    }
}
