<?xml version="1.0" encoding="UTF-8"?>
<!--
  Makes an HTML page of a TEI document. The names in it that are linked (persName, placeName, orgName
  and others with @ref) become entities in the way of ITS 2.0, Text Analysis.

  XSLT 1.0; libxslt or Saxon. In: TEI P5. Out: HTML.

  Parameters:
    title         the title of the page; that of the header where it is not given
    with-header   `no` leaves title, authors and date of the header out; `yes`
    with-classes  `no` leaves the classes of names out; `yes`
    classes       what the IRIs of classes begin with; http://dbpedia.org/ontology/
    readings      which of two readings is shown: `edited` (corr, reg, expan) or `original` (sic, orig,
                  abbr); the other is in the title of the element; `edited`

  xslt examples/xslt/tei-to-html.xsl examples/xslt/data/diary.tei readings=original
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:t="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="t">
  <xsl:output method="html" encoding="UTF-8" indent="no" media-type="text/html"
      doctype-system="about:legacy-compat"/>

  <xsl:param name="title"/>
  <xsl:param name="with-header">yes</xsl:param>
  <xsl:param name="with-classes">yes</xsl:param>
  <xsl:param name="classes">http://dbpedia.org/ontology/</xsl:param>
  <xsl:param name="readings">edited</xsl:param>

  <xsl:key name="id" match="*" use="@xml:id"/>
  <xsl:variable name="header" select="(//t:teiHeader)[1]"/>
  <!-- Notes that stand apart from what they are on. -->
  <xsl:variable name="notes" select="//t:text//t:note[@place = 'foot' or @place = 'bottom'
      or @place = 'end' or not(@place) and not(parent::t:div or parent::t:body)]"/>

  <xsl:template match="/">
    <xsl:if test="not(t:TEI or t:teiCorpus)">
      <xsl:message terminate="yes">
        <xsl:value-of select="concat('expected a TEI document, found `', name(*),
            '` in namespace `', namespace-uri(*), '`')"/>
      </xsl:message>
    </xsl:if>
    <xsl:variable name="titles" select="$header/t:fileDesc/t:titleStmt"/>
    <html>
      <xsl:call-template name="language">
        <xsl:with-param name="of" select="(*/@xml:lang | //t:text[1]/@xml:lang)[last()]"/>
      </xsl:call-template>
      <head>
        <title>
          <xsl:choose>
            <xsl:when test="$title != ''"><xsl:value-of select="$title"/></xsl:when>
            <xsl:otherwise><xsl:value-of select="normalize-space($titles/t:title[1])"/></xsl:otherwise>
          </xsl:choose>
        </title>
      </head>
      <body>
        <xsl:if test="$with-header != 'no'">
          <header>
            <xsl:for-each select="$titles/t:title">
              <xsl:choose>
                <xsl:when test="position() = 1"><h1><xsl:apply-templates/></h1></xsl:when>
                <xsl:otherwise><p class="title"><xsl:apply-templates/></p></xsl:otherwise>
              </xsl:choose>
            </xsl:for-each>
            <xsl:for-each select="$titles/t:author | $titles/t:editor">
              <p class="{local-name()}"><xsl:apply-templates/></p>
            </xsl:for-each>
            <xsl:for-each select="($header//t:publicationStmt//t:date)[1]">
              <p class="date"><xsl:apply-templates/></p>
            </xsl:for-each>
          </header>
        </xsl:if>
        <xsl:apply-templates select="//t:text[not(ancestor::t:text)]"/>
        <xsl:if test="$notes">
          <ol class="notes">
            <xsl:for-each select="$notes">
              <li id="note-{position()}">
                <xsl:apply-templates/>
                <xsl:text> </xsl:text>
                <a href="#note-of-{position()}">↩</a>
              </li>
            </xsl:for-each>
          </ol>
        </xsl:if>
      </body>
    </html>
  </xsl:template>

  <!-- What is said of any element. -->
  <xsl:template name="common">
    <xsl:param name="class" select="local-name()"/>
    <xsl:if test="$class != ''">
      <xsl:attribute name="class"><xsl:value-of select="$class"/></xsl:attribute>
    </xsl:if>
    <xsl:if test="@xml:id">
      <xsl:attribute name="id"><xsl:value-of select="@xml:id"/></xsl:attribute>
    </xsl:if>
    <xsl:call-template name="language">
      <xsl:with-param name="of" select="@xml:lang"/>
    </xsl:call-template>
  </xsl:template>

  <xsl:template name="language">
    <xsl:param name="of"/>
    <xsl:if test="$of">
      <xsl:attribute name="lang"><xsl:value-of select="$of"/></xsl:attribute>
    </xsl:if>
  </xsl:template>

  <!-- 1. The text and its parts. -->

  <xsl:template match="t:text">
    <article>
      <xsl:call-template name="common"/>
      <xsl:apply-templates/>
    </article>
  </xsl:template>

  <xsl:template match="t:front|t:body|t:back|t:group|t:titlePage|t:opener|t:closer|t:postscript|
      t:argument|t:docTitle|t:listBibl|t:listPerson|t:listPlace|t:person|t:place|t:castList">
    <div>
      <xsl:call-template name="common"/>
      <xsl:apply-templates/>
    </div>
  </xsl:template>

  <xsl:template match="t:div|t:div1|t:div2|t:div3|t:div4|t:div5|t:div6|t:div7">
    <section>
      <xsl:call-template name="common">
        <xsl:with-param name="class" select="string(@type)"/>
      </xsl:call-template>
      <xsl:apply-templates/>
    </section>
  </xsl:template>

  <!-- The title of the page is the only one of the first level. -->
  <xsl:template match="t:head">
    <xsl:variable name="depth" select="1 + count(ancestor::*[self::t:div or self::t:div1 or self::t:div2
        or self::t:div3 or self::t:div4 or self::t:div5 or self::t:div6 or self::t:div7])"/>
    <xsl:variable name="level" select="substring('2223456666', $depth + 1, 1)"/>
    <xsl:element name="h{substring(concat($level, '6'), 1, 1)}">
      <xsl:call-template name="common">
        <xsl:with-param name="class" select="string(@type)"/>
      </xsl:call-template>
      <xsl:apply-templates/>
    </xsl:element>
  </xsl:template>

  <!-- Lists, tables, figures and verses have heads that are no headings. -->
  <xsl:template match="t:list/t:head|t:lg/t:head|t:listBibl/t:head|t:castList/t:head">
    <p class="head"><xsl:apply-templates/></p>
  </xsl:template>

  <!-- A paragraph of TEI may hold blocks, one of HTML may not. -->
  <xsl:template match="t:p|t:ab|t:sp|t:byline|t:dateline|t:salute|t:signed|t:trailer|t:docAuthor|
      t:docDate|t:docImprint|t:titlePart|t:speaker|t:bibl|t:biblStruct|t:castItem">
    <xsl:variable name="blocks" select="t:list|t:table|t:figure|t:lg|t:l|t:p|t:ab|t:quote[t:p or t:lg]
        |t:speaker|t:cit|t:floatingText|t:stage[parent::t:sp]|t:note[@place='margin']"/>
    <xsl:variable name="inline" select="ancestor::t:p or ancestor::t:note or ancestor::t:item"/>
    <xsl:variable name="name">
      <xsl:choose>
        <xsl:when test="parent::t:note[not(@place = 'foot' or @place = 'bottom' or @place = 'end'
            or not(@place) and not(parent::t:div or parent::t:body))]">span</xsl:when>
        <xsl:when test="$blocks">div</xsl:when>
        <xsl:when test="$inline and not(self::t:p)">span</xsl:when>
        <xsl:otherwise>p</xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <xsl:element name="{$name}">
      <xsl:call-template name="common">
        <xsl:with-param name="class" select="substring(local-name(), 1,
            string-length(local-name()) * not($name = 'p' and self::t:p))"/>
      </xsl:call-template>
      <xsl:apply-templates/>
    </xsl:element>
  </xsl:template>

  <xsl:template match="t:lg|t:epigraph|t:cit|t:floatingText">
    <div>
      <xsl:call-template name="common"/>
      <xsl:apply-templates/>
    </div>
  </xsl:template>

  <xsl:template match="t:l">
    <div>
      <xsl:call-template name="common"/>
      <xsl:apply-templates/>
    </div>
  </xsl:template>

  <xsl:template match="t:quote">
    <xsl:choose>
      <xsl:when test="t:p or t:lg or t:l or not(ancestor::t:p)">
        <blockquote><xsl:call-template name="common"/><xsl:apply-templates/></blockquote>
      </xsl:when>
      <xsl:otherwise>
        <q><xsl:call-template name="common"/><xsl:apply-templates/></q>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="t:list">
    <xsl:apply-templates select="t:head"/>
    <xsl:variable name="name">
      <xsl:choose>
        <xsl:when test="t:label">dl</xsl:when>
        <xsl:when test="@type = 'ordered' or contains(@rend, 'numbered')">ol</xsl:when>
        <xsl:otherwise>ul</xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <xsl:element name="{$name}">
      <xsl:call-template name="common">
        <xsl:with-param name="class" select="string(@type)"/>
      </xsl:call-template>
      <xsl:apply-templates select="*[not(self::t:head)]"/>
    </xsl:element>
  </xsl:template>

  <xsl:template match="t:item">
    <li><xsl:call-template name="item"/></li>
  </xsl:template>

  <xsl:template match="t:list/t:label">
    <dt><xsl:call-template name="item"/></dt>
  </xsl:template>

  <xsl:template match="t:list[t:label]/t:item">
    <dd><xsl:call-template name="item"/></dd>
  </xsl:template>

  <xsl:template name="item">
    <xsl:call-template name="common">
      <xsl:with-param name="class"/>
    </xsl:call-template>
    <xsl:apply-templates/>
  </xsl:template>

  <xsl:template match="t:table">
    <table>
      <xsl:call-template name="common">
        <xsl:with-param name="class"/>
      </xsl:call-template>
      <xsl:for-each select="t:head">
        <caption><xsl:apply-templates/></caption>
      </xsl:for-each>
      <xsl:for-each select="t:row">
        <tr>
          <xsl:for-each select="t:cell">
            <xsl:variable name="is-label" select="@role = 'label' or ../@role = 'label'"/>
            <xsl:element name="{substring('tdth', 1 + 2 * $is-label, 2)}">
              <xsl:if test="@cols > 1">
                <xsl:attribute name="colspan"><xsl:value-of select="@cols"/></xsl:attribute>
              </xsl:if>
              <xsl:if test="@rows > 1">
                <xsl:attribute name="rowspan"><xsl:value-of select="@rows"/></xsl:attribute>
              </xsl:if>
              <xsl:call-template name="item"/>
            </xsl:element>
          </xsl:for-each>
        </tr>
      </xsl:for-each>
    </table>
  </xsl:template>

  <xsl:template match="t:figure">
    <figure>
      <xsl:call-template name="common">
        <xsl:with-param name="class"/>
      </xsl:call-template>
      <xsl:apply-templates select="t:graphic|t:p|t:table|t:formula"/>
      <xsl:for-each select="t:head">
        <figcaption><xsl:apply-templates/></figcaption>
      </xsl:for-each>
    </figure>
  </xsl:template>

  <xsl:template match="t:graphic">
    <img src="{@url}" alt="{normalize-space(../t:figDesc)}"/>
  </xsl:template>

  <!-- 2. Words. -->

  <xsl:template match="t:lb"><br/></xsl:template>

  <xsl:template match="t:pb|t:cb">
    <span>
      <xsl:call-template name="common"/>
      <xsl:if test="@n"><xsl:attribute name="data-n"><xsl:value-of select="@n"/></xsl:attribute></xsl:if>
    </span>
  </xsl:template>

  <xsl:template match="t:hi|t:emph">
    <xsl:variable name="rend" select="concat(' ', translate(@rend, 'BI', 'bi'), ' ')"/>
    <xsl:variable name="name">
      <xsl:choose>
        <xsl:when test="contains($rend, ' b')">b</xsl:when>
        <xsl:when test="contains($rend, ' sup')">sup</xsl:when>
        <xsl:when test="contains($rend, ' sub')">sub</xsl:when>
        <xsl:when test="contains($rend, ' underl')">u</xsl:when>
        <xsl:when test="self::t:emph">em</xsl:when>
        <xsl:when test="contains($rend, ' it')">i</xsl:when>
        <xsl:otherwise>span</xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <xsl:element name="{$name}">
      <xsl:call-template name="common">
        <xsl:with-param name="class" select="substring(@rend, 1, string-length(@rend) * ($name = 'span'))"/>
      </xsl:call-template>
      <xsl:apply-templates/>
    </xsl:element>
  </xsl:template>

  <xsl:template match="t:ref|t:ptr">
    <a href="{@target}">
      <xsl:apply-templates/>
      <xsl:if test="not(node())"><xsl:value-of select="@target"/></xsl:if>
    </a>
  </xsl:template>

  <!-- Names. A name may refer to an entry of this document, and that to an authority. -->
  <xsl:template match="t:name|t:persName|t:placeName|t:geogName|t:orgName|t:rs|t:settlement|t:country|
      t:region">
    <xsl:variable name="ref" select="substring-before(concat(normalize-space(@ref), ' '), ' ')"/>
    <xsl:variable name="entry" select="key('id', substring-after($ref, '#'))[starts-with($ref, '#')]"/>
    <xsl:variable name="authority" select="($entry/@sameAs | $entry//t:idno)[contains(., '://')][1]"/>
    <span>
      <xsl:call-template name="common"/>
      <xsl:choose>
        <xsl:when test="contains($ref, ':')">
          <xsl:attribute name="its-ta-ident-ref"><xsl:value-of select="$ref"/></xsl:attribute>
        </xsl:when>
        <xsl:when test="$authority">
          <xsl:attribute name="its-ta-ident-ref">
            <xsl:value-of select="normalize-space($authority)"/>
          </xsl:attribute>
        </xsl:when>
      </xsl:choose>
      <xsl:variable name="kind" select="concat('|', local-name(), '|', @type, '|')"/>
      <xsl:variable name="class">
        <xsl:choose>
          <xsl:when test="contains($kind, '|persName|') or contains($kind, '|person|')">Person</xsl:when>
          <xsl:when test="contains($kind, '|orgName|') or contains($kind, '|org|')">Organisation</xsl:when>
          <xsl:when test="contains($kind, '|settlement|')">Settlement</xsl:when>
          <xsl:when test="contains($kind, '|country|')">Country</xsl:when>
          <xsl:when test="contains($kind, '|name|') or contains($kind, '|rs|')
              and not(contains($kind, '|place|'))"/>
          <xsl:otherwise>Place</xsl:otherwise>
        </xsl:choose>
      </xsl:variable>
      <xsl:if test="$class != '' and $with-classes != 'no' and not(parent::t:person or parent::t:place)">
        <xsl:attribute name="its-ta-class-ref"><xsl:value-of select="concat($classes, $class)"/></xsl:attribute>
      </xsl:if>
      <xsl:apply-templates/>
    </span>
  </xsl:template>

  <xsl:template match="t:term">
    <dfn>
      <xsl:call-template name="common"/>
      <xsl:attribute name="its-term">yes</xsl:attribute>
      <xsl:if test="contains(@ref, ':')">
        <xsl:attribute name="its-term-info-ref"><xsl:value-of select="@ref"/></xsl:attribute>
      </xsl:if>
      <xsl:apply-templates/>
    </dfn>
  </xsl:template>

  <xsl:template match="t:date|t:time">
    <time>
      <xsl:if test="@when">
        <xsl:attribute name="datetime"><xsl:value-of select="@when"/></xsl:attribute>
      </xsl:if>
      <xsl:call-template name="item"/>
    </time>
  </xsl:template>

  <xsl:template match="t:note">
    <span><xsl:call-template name="common"/><xsl:apply-templates/></span>
  </xsl:template>

  <xsl:template match="t:note[@place = 'foot' or @place = 'bottom' or @place = 'end'
      or not(@place) and not(parent::t:div or parent::t:body)]">
    <xsl:variable name="number">
      <xsl:number level="any" from="t:text[not(ancestor::t:text)]" count="t:note[@place = 'foot'
          or @place = 'bottom' or @place = 'end' or not(@place) and not(parent::t:div or parent::t:body)]"/>
    </xsl:variable>
    <sup class="note">
      <a href="#note-{$number}" id="note-of-{$number}"><xsl:value-of select="$number"/></a>
    </sup>
  </xsl:template>

  <!-- Two readings of one place. -->
  <xsl:template match="t:choice">
    <xsl:variable name="edited" select="t:corr|t:reg|t:expan"/>
    <xsl:variable name="original" select="t:sic|t:orig|t:abbr"/>
    <xsl:variable name="shown" select="$edited[$readings != 'original'] | $original[$readings = 'original']"/>
    <xsl:variable name="other" select="$edited[$readings = 'original'] | $original[$readings != 'original']"/>
    <span class="choice" title="{normalize-space($other[1])}">
      <xsl:apply-templates select="$shown[1]/node()"/>
    </span>
  </xsl:template>

  <xsl:template match="t:gap">
    <span class="gap">[…]</span>
  </xsl:template>

  <xsl:template match="t:supplied|t:unclear|t:stage|t:num|t:measure|t:seg|t:said|t:sic|t:corr|t:mentioned|
      t:soCalled|t:distinct|t:formula|t:address|t:addrLine|t:idno|t:role|t:author|t:editor">
    <span><xsl:call-template name="common"/><xsl:apply-templates/></span>
  </xsl:template>

  <xsl:template match="t:title"><cite><xsl:call-template name="item"/></cite></xsl:template>
  <xsl:template match="t:q"><q><xsl:call-template name="item"/></q></xsl:template>
  <xsl:template match="t:del"><del><xsl:call-template name="item"/></del></xsl:template>
  <xsl:template match="t:add"><ins><xsl:call-template name="item"/></ins></xsl:template>
  <xsl:template match="t:foreign"><i><xsl:call-template name="common"/><xsl:apply-templates/></i></xsl:template>
  <xsl:template match="t:abbr"><abbr><xsl:call-template name="item"/></abbr></xsl:template>
  <xsl:template match="t:code|t:gi|t:att|t:val"><code><xsl:call-template name="item"/></code></xsl:template>
  <xsl:template match="t:teiHeader|t:figDesc|t:fw|t:index|t:listPerson/t:person/t:idno|t:place/t:idno"/>
</xsl:stylesheet>
