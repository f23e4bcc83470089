"""The examples in the help of commands."""

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
  2    the options or their values are wrong
  3    a file that all documents need cannot be read, or results cannot be written
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

Annotations that the markup carries go along. What goes into NIF comes as RDF of NIF 2.0.

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

Results have the format of their sources where annotations can go into it, Turtle otherwise. All other
bytes stay as they are: encoding, byte order mark and ends of lines.

{ENDS}"""

VALIDATE = f"""examples:
  glossweave validate graph.ttl
  glossweave validate --report report.jsonl corpus

RDF is held against the rules of NIF; other documents are read. What is found goes to standard error.

{ENDS}"""

BUILD = f"""examples:
  glossweave dataset build places.csv -o places.names
  glossweave dataset build --from turtle labels.ttl -o labels.names
  glossweave dataset build --from geonames IE.zip alternateNamesV2.zip --language en -o ireland.names
  glossweave dataset build --from wikidata latest-all.json.gz --resume -o wikidata.names
  glossweave dataset build --from csv --column 'uri=http://example.org/{{Id}}' --column label=Name t.csv -o t.names
  glossweave dataset build geonames

The last one reads an installed package: geonames, iso or cldr (pip install 'glossweave[geonames,iso,cldr]').

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

Translations take the place of the text; what is not translated stays as it is. The key of a service is
read from GLOSSWEAVE_TRANSLATOR_KEY.

{ENDS}"""

EXTRACT = f"""examples:
  glossweave extract --target-lang fr letter.docx -o letter.docx.xlf
  glossweave extract --source-lang en --target-lang fr --xliff-version 1.2 --no-embed site -o xliff

A file has a unit for each unit of its document that has no translation. It holds the document too, unless
--no-embed is given.

{ENDS}"""

MERGE = f"""examples:
  glossweave merge letter.docx.xlf -o letter.fr.docx
  glossweave merge --original site xliff -o translated

Units without a target keep their text. A document that is not the one the file was made from is refused, with
the units that differ.

{ENDS}"""

CHECK = f"""examples:
  glossweave check app.es.po
  glossweave check --min-severity 50 --report report.jsonl returned
  glossweave check --target-lang de --terms terms.csv letter.docx.xlf

Documents with texts and their translations are checked: XLIFF, PO, string catalogs, tables. An issue is written as
its type (ITS 2.0), its severity from 0 to 100, the unit, and the place in the file.

{ENDS}"""

REDACT = f"""examples:
  glossweave redact letter.docx -o letter.redacted.docx
  glossweave redact --recognizer clients.csv --method pseudonym --key clients.key letters -o redacted
  glossweave redact --no-recognizer --deny 'Project Heron' --allow Cork page.html

Entities that a recognizer finds, addresses and numbers of people, and the names of authors are replaced in all of a
document: its text, attributes, comments, properties, deleted text and names of files. A result in which a redacted string
is left is refused. Keep the file of --key apart from the documents: `glossweave restore` undoes all with it.

{ENDS}"""

RESTORE = f"""examples:
  glossweave restore --key clients.key letter.redacted.docx -o letter.docx

Documents that were redacted with pseudonyms become what they were, byte for byte. One that was changed since is refused.

{ENDS}"""

CHUNKS = f"""examples:
  glossweave chunks report.docx > report.jsonl
  glossweave chunks --recognizer places.csv --size 200 --size-unit words --overlap 20 site -o chunks
  glossweave chunks --split units --size 0 --to arrow page.html -o page.arrow

A line is a chunk: text, offsets in the text and in the source, headings, language, entities and terms. No chunk
ends within a word or an entity.

{ENDS}"""

MCP = """examples:
  glossweave mcp --names places=places.csv --allow ~/reports
  glossweave mcp --memory en de en-de.tmx --terms firm=terms.tbx
  glossweave mcp --store ~/glossweave

An agent starts this program and speaks the Model Context Protocol with it over standard input and output. Files are
read below the folders of --allow only, and none are written.
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

A line has tabs between its columns: kind, name, languages and parameters of a request; of protocols kind,
name, meaning of the place, option, values, default, `required` and `repeats`, and meaning.
"""

SERVE = """examples:
  glossweave serve --config glossweave.toml
  glossweave serve --server.listen 127.0.0.1:8080 --store.location data
  glossweave serve --config glossweave.toml --check
  glossweave serve -- --help

The settings come from a file (--config, TOML or JSON; examples/http/glossweave.toml in the sources lists them), from
variables of the environment such as GLOSSWEAVE_STORE_LOCATION, and from the options of the server, of which the last example
shows all. All arguments after `serve` are passed to the server. The page, with its forms, is at
http://127.0.0.1:8080/ and the documentation of the server is docs/http.md.
"""

MODEL = """examples:
  glossweave model check news.tagger
  glossweave model check --json models/minilm

A line has tabs between its columns: the field and its values. Neural models need a package built with the Cargo feature
`neural`.
"""

LINK = f"""examples:
  glossweave link --template museums.json enriched.html -o museums.ttl
  glossweave link --template nearby.json --dataset places=places.ttl --to json-ld enriched.html

Datasets that the template names (dataset:NAME) are given with --dataset; endpoints elsewhere are asked
where they are.

{ENDS}"""

PIPELINE = f"""examples:
  glossweave pipeline --requests chain.json --recognizer places.names --from html --to html page.html
  glossweave pipeline --requests chain.json --engine engine.json --param WHO=places site -o out

The recognizer of --recognizer is called names: /e-entity/names/documents.

{ENDS}"""

BATCH = f"""examples:
  glossweave batch --recognizer places.names '/e-entity/names/documents?outformat=turtle' site > results.jsonl
  glossweave batch '/e-terminology/extraction?language=en' report.docx

The results are lines of JSON, as over HTTP, in the order in which they are finished; the last line is a
summary. The recognizer of --recognizer is called names.

{ENDS}"""
