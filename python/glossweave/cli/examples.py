"""The examples in the help texts of commands."""

__all__ = [
    "BUILD",
    "CONVERT",
    "ENDS",
    "ENGINES",
    "ENRICH",
    "EXTRACT",
    "FILTER",
    "LINK",
    "MERGE",
    "PIPELINE",
    "SERVE",
    "TERMS",
    "TOP",
    "TRAIN",
    "TRANSLATE",
    "VALIDATE",
    "XSLT",
]

ENDS = """exit codes:
  0    everything was done
  1    some documents failed or have findings, or a store refused the call
  2    the options or their values are invalid
  3    a file that is used for all documents cannot be read, or results cannot be written
  130  interrupted
"""

TOP = f"""examples:
  glossweave enrich --recognizer places.csv page.html -o enriched.html
  glossweave enrich --recognizer places.names site -o enriched --jobs 4 --resume
  glossweave convert --to turtle page.html
  glossweave validate --report report.jsonl corpus
  glossweave dataset build places.csv -o places.names

{ENDS}"""

CONVERT = f"""examples:
  glossweave convert --to turtle page.html > page.ttl
  glossweave convert --to text report.odt
  glossweave convert --from html --to json-ld < page.html
  glossweave convert --to n-triples --prefix 'http://example.org/{{path}}#' site -o graphs

Annotations in the markup are included. By default, RDF formats contain NIF 2.0.

{ENDS}"""

ENRICH = f"""examples:
  glossweave enrich --recognizer places.csv page.html > enriched.html
  glossweave enrich --recognizer places.names --from html < page.html
  glossweave enrich page.html > enriched.html
  glossweave enrich --recognizer linker=geonames.names page.html > enriched.html
  glossweave enrich --recognizer tagger=news.tagger --to turtle page.html -o page.ttl
  glossweave enrich --recognizer places.names --include '*.html' --exclude drafts site -o enriched
  glossweave enrich --recognizer spotlight=http://localhost:2222/rest --option confidence=0.5 page.html
  glossweave enrich --engine engine.json --recognizer places site -o enriched --resume

A result has the format of its source if annotations can be inserted into this format. Otherwise it is Turtle. All other
bytes are unchanged, including the encoding, the byte order mark and the line ends.

{ENDS}"""

VALIDATE = f"""examples:
  glossweave validate graph.ttl
  glossweave validate --report report.jsonl corpus

RDF is checked against the rules of NIF. Other documents are only read. Faults are written to standard error.

{ENDS}"""

BUILD = f"""examples:
  glossweave dataset build places.csv -o places.names
  glossweave dataset build --from turtle labels.ttl -o labels.names
  glossweave dataset build --from geonames IE.zip alternateNamesV2.zip --language en -o ireland.names
  glossweave dataset build --from wikidata latest-all.json.gz --resume -o wikidata.names
  glossweave dataset build --from csv --column 'uri=http://example.org/{{Id}}' --column label=Name t.csv -o t.names
  glossweave dataset build geonames

The last example uses an installed package: geonames, iso or cldr (pip install 'glossweave[geonames,iso,cldr]').

{ENDS}"""

TRAIN = f"""examples:
  glossweave train news.conll -o news.tagger --test more.conll
  glossweave train news.conll -o news.tagger --iri PER=http://schema.org/Person --rounds 8
  glossweave train corpus.ttl -o corpus.tagger
  glossweave train news.conll --mentions cities.names --language en -o news.mentions
  glossweave train linked.ttl --linking places.ttl -o places.weights

{ENDS}"""

TERMS = f"""examples:
  glossweave terms --term-finder astronomy.tbx --target-lang es page.html -o terms.html
  glossweave terms --term-finder extraction --to turtle --source-lang en report.odt

{ENDS}"""

TRANSLATE = f"""examples:
  glossweave translate --translator site.tmx --source-lang en --target-lang es page.html -o es.html
  glossweave translate --translator apertium=eng-spa --source-lang en --target-lang es site -o es
  glossweave translate --translator chat-completions=http://localhost:11434/v1 --option model=gemma3 \\
      --terms terms.csv --source-lang en --target-lang de letter.docx -o letter.de.docx
  glossweave translate --translator libretranslate=http://localhost:5000 --source-lang en \\
      --target-lang de --to xliff page.html -o page.xlf

Translations replace the text. Untranslated sentences are unchanged. The key of a service is read from the variable
GLOSSWEAVE_TRANSLATOR_KEY.

{ENDS}"""

EXTRACT = f"""examples:
  glossweave extract --target-lang fr letter.docx -o letter.docx.xlf
  glossweave extract --source-lang en --target-lang fr --xliff-version 1.2 --no-embed site -o xliff

A file has a unit for each untranslated unit of its document. By default, it also contains the document. Use --no-embed
to omit the document.

{ENDS}"""

MERGE = f"""examples:
  glossweave merge letter.docx.xlf -o letter.fr.docx
  glossweave merge --original site xliff -o translated

Units without a target keep their text. If a document is not the original of the file, it is refused, and the different
units are reported.

{ENDS}"""

CHECK = f"""examples:
  glossweave check app.es.po
  glossweave check --min-severity 50 --report report.jsonl returned
  glossweave check --target-lang de --terms terms.csv letter.docx.xlf

Checks documents that contain texts with translations: XLIFF, PO, string catalogs, tables. Each issue is reported with its
type (ITS 2.0), its severity from 0 to 100, the unit, and the location in the file.

{ENDS}"""

REDACT = f"""examples:
  glossweave redact letter.docx -o letter.redacted.docx
  glossweave redact --recognizer clients.csv --method pseudonym --key clients.key letters -o redacted
  glossweave redact --no-recognizer --deny 'Project Heron' --allow Cork page.html

Replaces the entities that a recognizer finds, addresses and numbers of people, and the names of authors everywhere in a
document: in its text, attributes, comments, properties, deleted text and file names. A document is refused if its result
still contains a redacted string. Store the file of --key separately from the documents, because `glossweave restore` uses
it to restore them.

{ENDS}"""

RESTORE = f"""examples:
  glossweave restore --key clients.key letter.redacted.docx -o letter.docx

Restores documents that were redacted with pseudonyms, byte for byte. A document that was changed since is refused.

{ENDS}"""

CHUNKS = f"""examples:
  glossweave chunks report.docx > report.jsonl
  glossweave chunks --recognizer places.csv --size 200 --size-unit words --overlap 20 site -o chunks
  glossweave chunks --split units --size 0 --to arrow page.html -o page.arrow

Each line is a chunk: text, offsets in the text and in the source, headings, language, entities and terms. A chunk never
ends within a word or an entity.

{ENDS}"""

MCP = """examples:
  glossweave mcp --names places=places.csv --allow ~/reports
  glossweave mcp --memory en de en-de.tmx --terms firm=terms.tbx
  glossweave mcp --store ~/glossweave

An agent starts this program and uses the Model Context Protocol over standard input and output. The program reads only
files in the folders of --allow, and does not write files.
"""

FILTER = f"""examples:
  glossweave filter --query entities.rq enriched.html > entities.csv
  glossweave filter --query entities.rq enriched -o entities.csv
  glossweave filter --query entities.rq --to json graphs -o tables

{ENDS}"""

XSLT = f"""examples:
  glossweave xslt --stylesheet contents.xsl page.html -o contents.html
  glossweave xslt --stylesheet tei.xsl --param title=Letters letters -o html

{ENDS}"""

ENGINES = """examples:
  glossweave engines --engine engine.json
  glossweave engines --engine engine.json --systems
  glossweave engines --protocols

The columns of a line are separated by tabs: kind, name, languages and parameters of a request. For protocols, they are
kind, name, type of PLACE, option, values, default, `required` or `repeats`, and description.
"""

SERVE = """examples:
  glossweave serve --config glossweave.toml
  glossweave serve --server.listen 127.0.0.1:8080 --store.location data
  glossweave serve --config glossweave.toml --check
  glossweave serve -- --help

The settings are read from a file (--config, TOML or JSON; examples/http/glossweave.toml in the sources lists them), from
environment variables such as GLOSSWEAVE_STORE_LOCATION, and from the options of the server. Use the last example to list
the options. All arguments after `serve` are passed to the server. The web page is at http://127.0.0.1:8080/ and the
documentation of the server is docs/http.md.
"""

MODEL = """examples:
  glossweave model check news.tagger
  glossweave model check --json models/minilm

The columns of a line are separated by tabs: the field and its values. Neural models require a package that was built with
the Cargo feature `neural`.
"""

LINK = f"""examples:
  glossweave link --template museums.json enriched.html -o museums.ttl
  glossweave link --template nearby.json --dataset places=places.ttl --to json-ld enriched.html

Use --dataset for the datasets that the template refers to as dataset:NAME. Other endpoints are called at their URLs.

{ENDS}"""

PIPELINE = f"""examples:
  glossweave pipeline --requests chain.json --recognizer places.names --from html --to html page.html
  glossweave pipeline --requests chain.json --engine engine.json --param WHO=places site -o out

In paths, the recognizer of --recognizer has the name `names`, for example /e-entity/names/documents.

{ENDS}"""

BATCH = f"""examples:
  glossweave batch --recognizer places.names '/e-entity/names/documents?outformat=turtle' site > results.jsonl
  glossweave batch '/e-terminology/extraction?language=en' report.docx

The results are JSON Lines, as over HTTP, in the order in which they become available. The last line is a summary. In
paths, the recognizer of --recognizer has the name `names`.

{ENDS}"""
