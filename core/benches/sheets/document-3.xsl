<?xml version="1.0" encoding="UTF-8"?>
<!-- The documents of page/xml.rs as HTML: contents, numbered sections, tables, an index of terms.
     XSLT 3.0. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xpath-default-namespace="http://example.org/ns/document" expand-text="yes">
  <xsl:output method="html" encoding="UTF-8" indent="no"/>
  <xsl:param name="css" select="'style.css'"/>
  <xsl:param name="toc" select="'yes'"/>
  <xsl:mode on-no-match="text-only-copy"/>
  <xsl:strip-space elements="document head body section list table row"/>

  <xsl:template match="/document">
    <html>
      <head>
        <title>{head/title}</title>
        <link rel="stylesheet" href="{$css}"/>
        <meta name="keywords" content="{head/subject}"/>
      </head>
      <body>
        <h1>{head/title}</h1>
        <xsl:if test="$toc = 'yes'">
          <nav><ol><xsl:apply-templates select="body/section" mode="toc"/></ol></nav>
        </xsl:if>
        <xsl:apply-templates select="body/*"/>
        <dl>
          <xsl:for-each-group select="//term" group-by="string(.)">
            <xsl:sort select="current-grouping-key()"/>
            <dt>{current-grouping-key()}</dt>
            <dd>{count(current-group())}</dd>
          </xsl:for-each-group>
        </dl>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="section" mode="toc">
    <li><a href="#{@id}">{normalize-space(title)}</a></li>
  </xsl:template>

  <xsl:template match="section">
    <section id="{@id}">
      <xsl:if test="@status = 'draft'"><xsl:attribute name="class" select="'draft'"/></xsl:if>
      <h2>{substring-after(@id, 's')}. <xsl:apply-templates select="title/node()"/></h2>
      <xsl:apply-templates select="* except title"/>
    </section>
  </xsl:template>

  <xsl:template match="p"><p><xsl:copy-of select="@class, @lang"/><xsl:apply-templates/></p></xsl:template>
  <xsl:template match="list"><ul><xsl:apply-templates/></ul></xsl:template>
  <xsl:template match="item"><li><xsl:apply-templates/></li></xsl:template>

  <xsl:template match="table">
    <table>
      <xsl:copy-of select="@class"/>
      <xsl:for-each select="row">
        <tr class="{if (position() = 1) then 'first' else if (position() mod 2 = 0) then 'even' else 'odd'}">
          <xsl:for-each select="cell"><td><xsl:apply-templates/></td></xsl:for-each>
        </tr>
      </xsl:for-each>
    </table>
  </xsl:template>

  <xsl:template match="image">
    <figure>
      <img src="{@src}" alt="{@alt}" width="{@width}" height="{@height}"/>
      <figcaption>{@alt}</figcaption>
    </figure>
  </xsl:template>

  <xsl:template match="notice"><p class="notice"><xsl:apply-templates/></p></xsl:template>
  <xsl:template match="listing"><pre>{.}</pre></xsl:template>
  <xsl:template match="em"><em><xsl:apply-templates/></em></xsl:template>
  <xsl:template match="strong"><strong><xsl:apply-templates/></strong></xsl:template>
  <xsl:template match="code"><code><xsl:apply-templates/></code></xsl:template>
  <xsl:template match="link">
    <a href="{replace(@href, '\.xml', '.html')}"><xsl:copy-of select="@class"/><xsl:apply-templates/></a>
  </xsl:template>
  <xsl:template match="term"><dfn title="{.}"><xsl:apply-templates/></dfn></xsl:template>
</xsl:stylesheet>
