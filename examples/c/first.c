/* The main job: finds the names of a list in a page, prints them as NIF, and prints the page with
 * the names marked up. Run it as `first [PAGE.html NAMES.csv]` from the root of the tree. */
#include <stdio.h>
#include <stdlib.h>

#include "glossweave.h"

static void check(GwStatus status, GwError *error, const char *path) {
    if (status == GW_STATUS_OK) return;
    GwStr text = error->text;
    fprintf(stderr, "first: %s: %.*s\n", path, (int)text.length, text.data);
    gw_error_free(error);
    exit(1);
}

static void stop(const char *path) {
    fputs("first: ", stderr);
    perror(path);
    exit(1);
}

/* The caller frees `data`. */
static GwBytes read_file(const char *path) {
    size_t capacity = 1 << 16, length = 0;
    char *bytes = malloc(capacity);
    FILE *file = fopen(path, "rb");
    if (file == NULL || bytes == NULL) stop(path);
    for (;;) {
        length += fread(bytes + length, 1, capacity - length, file);
        if (length < capacity) break;
        capacity *= 2;
        bytes = realloc(bytes, capacity);
        if (bytes == NULL) stop(path);
    }
    if (ferror(file)) stop(path);
    fclose(file);
    GwBytes read = {bytes, length};
    return read;
}

int main(int count, char **arguments) {
    if (count != 1 && count != 3) {
        fputs("usage: first [PAGE.html NAMES.csv]\n", stderr);
        return 2;
    }
    const char *page_path = count == 3 ? arguments[1] : "examples/data/dublin.html";
    const char *names_path = count == 3 ? arguments[2] : "examples/data/places.csv";
    GwBytes page = read_file(page_path);
    GwBytes names = read_file(names_path);
    GwError *error = NULL;
    GwDocument *document = NULL;
    GwDictionary *dictionary = NULL;
    GwAnnotations *found = NULL;
    GwBuffer turtle;
    GwReply *marked = NULL;

    GwStatus status = gw_decode(page, gw_str("html"), NULL, &document, &error);
    check(status, error, page_path);
    status = gw_dictionary_from_csv(names, &dictionary, &error);
    check(status, error, names_path);
    status = gw_dictionary_recognize(dictionary, document, &found, &error);
    check(status, error, page_path);
    status = gw_nif_write(document, found, gw_str("turtle"), NULL, &turtle, &error);
    check(status, error, page_path);
    status = gw_encode(document, found, NULL, &marked, &error);
    check(status, error, page_path);

    GwBytes back = marked->bytes;
    fwrite(turtle.data, 1, turtle.length, stdout);
    fwrite(back.data, 1, back.length, stdout);

    gw_reply_free(marked);
    gw_buffer_free(&turtle);
    gw_annotations_free(found);
    gw_dictionary_free(dictionary);
    gw_document_free(document);
    free((void *)page.data);
    free((void *)names.data);
    return 0;
}
