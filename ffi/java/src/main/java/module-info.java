/** Documents and their annotations, and engines that find them: the C library of Glossweave as classes. */
module io.github.glossweave {
    exports io.github.glossweave;
}
