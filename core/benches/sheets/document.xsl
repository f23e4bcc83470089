<?xml version="1.0" encoding="UTF-8"?>
<!-- The documents of page/xml.rs as HTML: contents, numbered sections, tables, an index of terms.
     XSLT 1.0. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:d="http://example.org/ns/document" exclude-result-prefixes="d">
  <xsl:output method="html" encoding="UTF-8" indent="no"/>
  <xsl:param name="css" select="'style.css'"/>
  <xsl:param name="toc" select="'yes'"/>
  <xsl:key name="terms" match="d:term" use="."/>
  <xsl:strip-space elements="d:document d:head d:body d:section d:list d:table d:row"/>
  <xsl:variable name="title" select="/d:document/d:head/d:title"/>

  <xsl:template match="/">
    <html>
      <xsl:apply-templates select="*"/>
    </html>
  </xsl:template>

  <xsl:template match="d:document">
    <head>
      <title><xsl:value-of select="$title"/></title>
      <link rel="stylesheet" href="{$css}"/>
      <meta name="keywords" content="{d:head/d:subject}"/>
    </head>
    <body>
      <h1><xsl:value-of select="$title"/></h1>
      <xsl:if test="$toc = 'yes'">
        <nav><ol><xsl:apply-templates select="d:body/d:section" mode="toc"/></ol></nav>
      </xsl:if>
      <xsl:apply-templates select="d:body/*"/>
      <xsl:call-template name="index"/>
    </body>
  </xsl:template>

  <xsl:template match="d:section" mode="toc">
    <li><a href="#{@id}"><xsl:value-of select="normalize-space(d:title)"/></a></li>
  </xsl:template>

  <xsl:template match="d:section">
    <section id="{@id}">
      <xsl:if test="@status = 'draft'"><xsl:attribute name="class">draft</xsl:attribute></xsl:if>
      <h2>
        <xsl:value-of select="substring-after(@id, 's')"/>
        <xsl:text>. </xsl:text>
        <xsl:apply-templates select="d:title/node()"/>
      </h2>
      <xsl:apply-templates select="*[not(self::d:title)]"/>
    </section>
  </xsl:template>

  <xsl:template match="d:p">
    <p>
      <xsl:call-template name="common"/>
      <xsl:apply-templates/>
    </p>
  </xsl:template>

  <xsl:template match="d:list"><ul><xsl:apply-templates/></ul></xsl:template>
  <xsl:template match="d:item"><li><xsl:apply-templates/></li></xsl:template>

  <xsl:template match="d:table">
    <table>
      <xsl:call-template name="common"/>
      <xsl:for-each select="d:row">
        <tr>
          <xsl:attribute name="class">
            <xsl:choose>
              <xsl:when test="position() = 1">first</xsl:when>
              <xsl:when test="position() mod 2 = 0">even</xsl:when>
              <xsl:otherwise>odd</xsl:otherwise>
            </xsl:choose>
          </xsl:attribute>
          <xsl:for-each select="d:cell"><td><xsl:apply-templates/></td></xsl:for-each>
        </tr>
      </xsl:for-each>
    </table>
  </xsl:template>

  <xsl:template match="d:image">
    <figure>
      <img src="{@src}" alt="{@alt}" width="{@width}" height="{@height}"/>
      <figcaption><xsl:value-of select="@alt"/></figcaption>
    </figure>
  </xsl:template>

  <xsl:template match="d:notice"><p class="notice"><xsl:apply-templates/></p></xsl:template>
  <xsl:template match="d:listing"><pre><xsl:value-of select="."/></pre></xsl:template>
  <xsl:template match="d:em"><em><xsl:apply-templates/></em></xsl:template>
  <xsl:template match="d:strong"><strong><xsl:apply-templates/></strong></xsl:template>
  <xsl:template match="d:code"><code><xsl:apply-templates/></code></xsl:template>
  <xsl:template match="d:link">
    <a href="{concat(substring-before(@href, '.xml'), '.html', substring-after(@href, '.xml'))}">
      <xsl:call-template name="common"/>
      <xsl:apply-templates/>
    </a>
  </xsl:template>
  <xsl:template match="d:term"><dfn title="{.}"><xsl:apply-templates/></dfn></xsl:template>

  <xsl:template name="common">
    <xsl:copy-of select="@class"/>
    <xsl:if test="@lang"><xsl:copy-of select="@lang"/></xsl:if>
  </xsl:template>

  <xsl:template name="index">
    <dl>
      <xsl:for-each select="//d:term[generate-id() = generate-id(key('terms', .)[1])]">
        <xsl:sort select="."/>
        <dt><xsl:value-of select="."/></dt>
        <dd><xsl:value-of select="count(key('terms', .))"/></dd>
      </xsl:for-each>
    </dl>
  </xsl:template>
</xsl:stylesheet>
