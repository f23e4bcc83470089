"""Makes a table of contents of a page by a stylesheet, alone and stored."""

from pathlib import Path

import glossweave

CONTENTS = """<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:h="http://www.w3.org/1999/xhtml" exclude-result-prefixes="h">
  <xsl:output method="html" encoding="utf-8"/>
  <xsl:param name="title" select="'Contents'"/>
  <xsl:template match="/">
    <xsl:message><xsl:value-of select="count(//h:h2)"/> headings</xsl:message>
    <html><head><title><xsl:value-of select="$title"/></title></head><body><ol>
      <xsl:for-each select="//h:h2"><li><xsl:value-of select="normalize-space(.)"/></li></xsl:for-each>
    </ol></body></html>
  </xsl:template>
</xsl:stylesheet>"""

page = Path(__file__).parent.parent / "data" / "dublin.html"

contents = glossweave.Stylesheet(CONTENTS)
print(contents.processor, [(one.name, one.default) for one in contents.parameters])
reply = contents.run(page, parameters={"title": "Dublin"})
print(reply.media_type, [str(message) for message in reply.messages])
print(reply.bytes.decode())

# The same one under a name, for everybody who may use it.
with glossweave.Engine() as engine:
    session = engine.local_session()
    session.converters.create("contents", CONTENTS, description="table of contents")
    same = engine.session().converters.apply("contents", page, parameters={"title": "Dublin"})
    print(same.bytes == reply.bytes)

try:
    glossweave.Stylesheet(CONTENTS.replace("//h:h2", "//h:"))
except glossweave.InvalidArgument as error:
    print(error.code, error.line, error.column)
