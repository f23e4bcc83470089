<?xml version="1.0" encoding="UTF-8"?>
<!-- A page of HTML made lighter: no scripts, links marked by where they lead. XSLT 1.0. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:h="http://www.w3.org/1999/xhtml" exclude-result-prefixes="h">
  <xsl:output method="html" encoding="UTF-8"/>
  <xsl:template match="@*|node()">
    <xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy>
  </xsl:template>
  <xsl:template match="h:script | h:style | script | style | comment()"/>
  <xsl:template match="h:a[starts-with(@href, '/')] | a[starts-with(@href, '/')]">
    <xsl:copy>
      <xsl:copy-of select="@*"/>
      <xsl:attribute name="class">inner</xsl:attribute>
      <xsl:apply-templates/>
    </xsl:copy>
  </xsl:template>
</xsl:stylesheet>
