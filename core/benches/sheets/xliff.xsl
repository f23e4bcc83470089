<?xml version="1.0" encoding="UTF-8"?>
<!-- The files of page/xliff.rs as HTML: a table of sources and targets, with counts. XSLT 1.0. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:x="urn:oasis:names:tc:xliff:document:1.2" exclude-result-prefixes="x">
  <xsl:output method="html" encoding="UTF-8"/>
  <xsl:param name="title" select="'Translation'"/>
  <xsl:variable name="units" select="//x:trans-unit"/>

  <xsl:template match="/x:xliff">
    <html>
      <head><title><xsl:value-of select="$title"/></title></head>
      <body>
        <xsl:for-each select="x:file">
          <h1><xsl:value-of select="@original"/></h1>
          <p>
            <xsl:value-of select="count($units)"/> units,
            <xsl:value-of select="count($units[x:target])"/> translated from
            <xsl:value-of select="concat(@source-language, ' to ', @target-language)"/>
          </p>
          <table>
            <xsl:apply-templates select="x:body/x:trans-unit">
              <xsl:with-param name="from" select="@source-language"/>
              <xsl:with-param name="to" select="@target-language"/>
            </xsl:apply-templates>
          </table>
        </xsl:for-each>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="x:trans-unit">
    <xsl:param name="from"/>
    <xsl:param name="to"/>
    <tr id="{@id}">
      <th>
        <xsl:value-of select="position()"/>
        <xsl:if test="x:note"><small title="{x:note}">*</small></xsl:if>
      </th>
      <td lang="{$from}"><xsl:apply-templates select="x:source/node()"/></td>
      <td lang="{$to}">
        <xsl:choose>
          <xsl:when test="x:target">
            <xsl:attribute name="class"><xsl:value-of select="x:target/@state"/></xsl:attribute>
            <xsl:apply-templates select="x:target/node()"/>
          </xsl:when>
          <xsl:otherwise>
            <xsl:attribute name="class">missing</xsl:attribute>
          </xsl:otherwise>
        </xsl:choose>
      </td>
    </tr>
  </xsl:template>

  <xsl:template match="x:mrk[@mtype = 'seg']">
    <span class="segment" data-mid="{@mid}"><xsl:apply-templates/></span>
  </xsl:template>
  <xsl:template match="x:mrk[@mtype = 'term']"><dfn><xsl:apply-templates/></dfn></xsl:template>
  <xsl:template match="x:g[@ctype = 'bold']"><b><xsl:apply-templates/></b></xsl:template>
  <xsl:template match="x:x[@ctype = 'lb']"><br/></xsl:template>
  <xsl:template match="x:bpt | x:ept | x:ph">
    <code><xsl:value-of select="normalize-space(.)"/></code>
  </xsl:template>
</xsl:stylesheet>
