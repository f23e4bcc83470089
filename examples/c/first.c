/* The main job: finds the names of a list in a page, prints them as NIF, and prints the page with
 * the names marked up. Run it as `first [PAGE.html NAMES.csv]` from the root of the tree. */
#include <stdio.h>
#include <stdlib.h>

#include "glossweave.h"

static void check(GwStatus status, GwError *error) {
    if (status == GW_STATUS_OK) return;
    GwStr text = gw_error_text(error);
    fprintf(stderr, "%.*s\n", (int)text.length, text.data);
    gw_error_free(error);
    exit(1);
}

static GwBytes read_file(const char *path) {
    static char files[2][1 << 20];
    static int next = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL || next == 2) {
        perror(path);
        exit(1);
    }
    char *bytes = files[next++];
    GwBytes read = {bytes, fread(bytes, 1, sizeof files[0], file)};
    fclose(file);
    return read;
}

int main(int count, char **arguments) {
    GwBytes page = read_file(count > 2 ? arguments[1] : "examples/data/dublin.html");
    GwBytes names = read_file(count > 2 ? arguments[2] : "examples/data/places.csv");
    GwError *error = NULL;
    GwDocument *document;
    GwDictionary *dictionary;
    GwAnnotations *found;
    GwBuffer turtle;
    GwReply *marked;

    check(gw_decode(page, gw_str("html"), NULL, &document, &error), error);
    check(gw_dictionary_from_csv(names, &dictionary, &error), error);
    check(gw_dictionary_recognize(dictionary, document, &found, &error), error);
    check(gw_nif_write(document, found, gw_str("turtle"), NULL, &turtle, &error), error);
    check(gw_encode(document, found, NULL, &marked, &error), error);

    GwBytes back = gw_reply_bytes(marked);
    fwrite(turtle.data, 1, turtle.length, stdout);
    fwrite(back.data, 1, back.length, stdout);

    gw_reply_free(marked);
    gw_buffer_free(&turtle);
    gw_annotations_free(found);
    gw_dictionary_free(dictionary);
    gw_document_free(document);
    return 0;
}
