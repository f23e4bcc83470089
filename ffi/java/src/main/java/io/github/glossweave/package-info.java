/**
 * Documents and their annotations, and engines that find them: the C library of Glossweave as classes.
 * {@link io.github.glossweave.Document} is where most programs begin.
 */
package io.github.glossweave;
