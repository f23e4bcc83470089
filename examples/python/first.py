"""Finds the names of a list in a page, and gives them as NIF and as markup of the same page."""

from pathlib import Path

import glossweave

data = Path(__file__).parent.parent / "data"
names = glossweave.Dictionary.from_csv(data / "places.csv")
page = glossweave.decode(data / "dublin.html")

found = names.recognize(page)
for annotation in found[:3]:
    print(page.text[annotation.start : annotation.end], annotation.idents[0])

turtle = glossweave.to_nif(page, found, format="turtle")
enriched = glossweave.encode(page, found)
print(f"{len(found)} names, {len(turtle)} bytes of Turtle")
print(f"{sum(map(bool, enriched.placements))} of them in {len(enriched.bytes)} bytes of HTML")
