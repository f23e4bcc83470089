/* Public vocabularies: a dictionary from their files, with a report. */
#include "check.h"

#include <unistd.h>

static const char PLACE[] =
    "2965140\tCork\tCork\tCorcaigh\t51.9\t-8.5\tP\tPPLA\tIE\t\tM\t04\t\t\t190384\t\t8\tEurope/Dublin\t2019\n"
    "2964574\tDublin\n";

static uint32_t ends(void *data, uint64_t done, uint64_t total, uint64_t records) {
    (void)data, (void)done, (void)total, (void)records;
    return 1;
}

int main(void) {
    char path[] = "/tmp/glossweave-XXXXXX", table[64], row[512] = "";
    GwError *error = NULL;
    GwParams *params;
    GwDictionary *names = NULL;
    GwBuffer summary;
    int file = mkstemp(path);
    CHECK(file >= 0 && write(file, PLACE, strlen(PLACE)) == (ssize_t)strlen(PLACE));
    close(file);
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("file"), gw_str(path), &error));
    WORKS(gw_params_add(params, gw_str("country"), gw_str("IE"), &error));

    WORKS(gw_dictionary_from_vocabulary(gw_str("geonames"), params, NULL, NULL, &names, &summary, &error));
    GwStr said = {(const char *)summary.data, summary.length};
    CHECK(contains(said, "1 entities, 2 names") && contains(said, "skipped malformed lines: 1"));
    gw_buffer_free(&summary);
    gw_dictionary_free(names);
    WORKS(gw_dictionary_from_vocabulary(gw_str("geonames"), params, NULL, NULL, &names, NULL, &error));
    gw_dictionary_free(names);

    GwStatus status = gw_dictionary_from_vocabulary(gw_str("geonames"), params, ends, NULL, &names, NULL, &error);
    CHECK(status == GW_STATUS_UNAVAILABLE);
    gw_error_free(error);
    error = NULL;
    status = gw_dictionary_from_vocabulary(gw_str("geoname"), params, NULL, NULL, &names, NULL, &error);
    CHECK(status == GW_STATUS_INVALID);
    gw_error_free(error);

    snprintf(table, sizeof table, "%s.csv", path);
    WORKS(gw_vocabulary_write_table(gw_str("geonames"), params, gw_str(table), NULL, NULL, &summary, &error));
    said = (GwStr){(const char *)summary.data, summary.length};
    CHECK(contains(said, "1 entities, 2 names"));
    gw_buffer_free(&summary);
    FILE *rows = fopen(table, "r");
    CHECK(rows && fgets(row, sizeof row, rows) && fgets(row, sizeof row, rows));
    fclose(rows);
    CHECK(strcmp(row, "https://sws.geonames.org/2965140/,Cork,,https://www.geonames.org/ontology#P.PPLA,190385,,\n") == 0);
    WORKS(gw_params_add(params, gw_str("never-alone"), gw_str("cork"), &error));
    status = gw_vocabulary_write_table(gw_str("geonames"), params, gw_str(table), NULL, NULL, NULL, &error);
    CHECK(status == GW_STATUS_INVALID && same(error->parameter, "never-alone"));
    gw_error_free(error);
    gw_params_free(params);
    unlink(table);
    unlink(path);
    return 0;
}
