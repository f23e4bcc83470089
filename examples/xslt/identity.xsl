<?xml version="1.0" encoding="UTF-8"?>
<!--
  Copies a document as it is: the stylesheet to begin with. A stylesheet that changes little takes
  this template and adds one for what it changes.

  XSLT 1.0; any processor. In: XML or HTML. Out: XML.

  No parameters.

  xslt examples/xslt/identity.xsl examples/xslt/data/letter.xml
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="xml" encoding="UTF-8"/>

  <xsl:template match="@*|node()">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
  </xsl:template>
</xsl:stylesheet>
