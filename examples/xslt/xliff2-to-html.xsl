<?xml version="1.0" encoding="UTF-8"?>
<!--
  Makes an HTML page of an XLIFF 2 file: to be read by people, and to be enriched, and to be made
  XLIFF again by html-to-xliff2.xsl, without any loss.

  XSLT 1.0; libxslt or Saxon. In: XLIFF 2.0, 2.1, 2.2. Out: HTML.

  What HTML has no place for is kept in attributes `data-xliff`, each of them a piece of XML:
  the tag of the XLIFF element that the HTML element stands for (`<segment id='1'/>`), or all of what
  is shown in another way or not at all (notes, original data, modules, comments).

  Parameters:
    title        the title of the page; the name of the original where it is not given
    with-target  `no` keeps translations in the page without showing them: a recognizer of the
                 source language then does not see them; `yes`
    with-style   `no` leaves the style sheet of the page out; `yes`

  xslt examples/xslt/xliff2-to-html.xsl examples/xslt/data/ferry.xlf title=Ferry
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:x="urn:oasis:names:tc:xliff:document:2.0"
    xmlns:y="urn:oasis:names:tc:xliff:document:2.2"
    xmlns:its="http://www.w3.org/2005/11/its"
    xmlns:itsm="urn:oasis:names:tc:xliff:itsm:2.1"
    exclude-result-prefixes="x y its itsm">
  <!-- The one doctype of HTML5 that XSLT 1.0 can write. -->
  <xsl:output method="html" encoding="UTF-8" indent="no" media-type="text/html"
      doctype-system="about:legacy-compat"/>

  <xsl:param name="title"/>
  <xsl:param name="with-target">yes</xsl:param>
  <xsl:param name="with-style">yes</xsl:param>

  <xsl:variable name="style">
main { max-width: 60em; margin: auto; font-family: sans-serif }
.file, .unit { margin: 1em 0; padding: .5em; border: 1px solid #ccc }
.segment { display: flex; gap: 1em }
.segment > p { flex: 1; margin: .2em }
.target { color: #046 }
.preserve { white-space: pre-wrap }
.note { color: #666; font-size: smaller }
.code::before { content: "\2039" attr(data-label) "\203A"; color: #a50 }
[its-ta-ident-ref], [its-ta-class-ref] { background: #ffb }
[its-term] { border-bottom: 1px dotted }
</xsl:variable>

  <xsl:template match="/">
    <html>
      <xsl:if test="*/@srcLang">
        <xsl:attribute name="lang"><xsl:value-of select="*/@srcLang"/></xsl:attribute>
      </xsl:if>
      <head>
        <title>
          <xsl:choose>
            <xsl:when test="$title != ''"><xsl:value-of select="$title"/></xsl:when>
            <xsl:when test="*/*/@original"><xsl:value-of select="*/*/@original"/></xsl:when>
            <xsl:otherwise>XLIFF</xsl:otherwise>
          </xsl:choose>
        </title>
        <xsl:if test="$with-style != 'no'">
          <style><xsl:value-of select="$style"/></style>
        </xsl:if>
      </head>
      <body>
        <xsl:apply-templates/>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="/*" priority="-1">
    <xsl:message terminate="yes">
      <xsl:text>expected an XLIFF 2 file, found `</xsl:text>
      <xsl:value-of select="name()"/>
      <xsl:text>` in namespace `</xsl:text>
      <xsl:value-of select="namespace-uri()"/>
      <xsl:text>`</xsl:text>
    </xsl:message>
  </xsl:template>

  <!-- The structure. -->

  <xsl:template match="x:xliff|y:xliff">
    <main>
      <xsl:call-template name="container"/>
    </main>
  </xsl:template>

  <xsl:template match="x:file|y:file">
    <section class="file">
      <xsl:call-template name="container"/>
    </section>
  </xsl:template>

  <xsl:template match="x:group|y:group|x:unit|y:unit|x:segment|y:segment|x:ignorable|y:ignorable">
    <div class="{local-name()}">
      <xsl:call-template name="container"/>
    </div>
  </xsl:template>

  <xsl:template name="text" match="x:source|y:source|x:target|y:target">
    <xsl:variable name="language">
      <xsl:choose>
        <xsl:when test="@xml:lang"><xsl:value-of select="@xml:lang"/></xsl:when>
        <xsl:when test="local-name() = 'source'"><xsl:value-of select="/*/@srcLang"/></xsl:when>
        <xsl:otherwise><xsl:value-of select="/*/@trgLang"/></xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <xsl:variable name="direction">
      <xsl:choose>
        <xsl:when test="local-name() = 'source'">
          <xsl:value-of select="ancestor::*[@srcDir][1]/@srcDir"/>
        </xsl:when>
        <xsl:otherwise><xsl:value-of select="ancestor::*[@trgDir][1]/@trgDir"/></xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <p>
      <xsl:attribute name="class">
        <xsl:value-of select="local-name()"/>
        <xsl:if test="ancestor-or-self::*[@xml:space][1]/@xml:space = 'preserve'"> preserve</xsl:if>
      </xsl:attribute>
      <xsl:if test="$language != ''">
        <xsl:attribute name="lang"><xsl:value-of select="$language"/></xsl:attribute>
      </xsl:if>
      <xsl:if test="$direction != ''">
        <xsl:attribute name="dir"><xsl:value-of select="$direction"/></xsl:attribute>
      </xsl:if>
      <xsl:call-template name="container"/>
    </p>
  </xsl:template>

  <xsl:template match="x:target|y:target" priority="2">
    <xsl:choose>
      <xsl:when test="$with-target = 'no'">
        <xsl:call-template name="keep"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:call-template name="text"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- Notes are shown, and kept whole beside. -->
  <xsl:template match="x:notes|y:notes">
    <div class="notes" translate="no">
      <xsl:call-template name="whole"/>
      <xsl:for-each select="x:note|y:note">
        <p class="note"><xsl:value-of select="."/></p>
      </xsl:for-each>
    </div>
  </xsl:template>

  <!-- Inline codes. -->

  <xsl:template match="x:pc|y:pc">
    <xsl:variable name="name">
      <xsl:choose>
        <xsl:when test="@subType = 'xlf:b'">b</xsl:when>
        <xsl:when test="@subType = 'xlf:i'">i</xsl:when>
        <xsl:when test="@subType = 'xlf:u'">u</xsl:when>
        <xsl:otherwise>span</xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <xsl:element name="{$name}">
      <xsl:attribute name="class">pc</xsl:attribute>
      <xsl:if test="@dir">
        <xsl:attribute name="dir"><xsl:value-of select="@dir"/></xsl:attribute>
      </xsl:if>
      <xsl:call-template name="container"/>
    </xsl:element>
  </xsl:template>

  <xsl:template match="x:ph|y:ph|x:sc|y:sc|x:ec|y:ec|x:cp|y:cp">
    <xsl:variable name="data" select="ancestor::*[self::x:unit or self::y:unit]
        /*[local-name() = 'originalData']/*[@id = current()/@dataRef]"/>
    <span class="code">
      <xsl:attribute name="data-label">
        <xsl:choose>
          <xsl:when test="@disp"><xsl:value-of select="@disp"/></xsl:when>
          <xsl:when test="@equiv"><xsl:value-of select="@equiv"/></xsl:when>
          <xsl:when test="$data"><xsl:value-of select="$data"/></xsl:when>
          <xsl:when test="@hex">U+<xsl:value-of select="@hex"/></xsl:when>
          <xsl:otherwise>
            <xsl:value-of select="concat(local-name(), ' ', @id, @startRef)"/>
          </xsl:otherwise>
        </xsl:choose>
      </xsl:attribute>
      <xsl:call-template name="whole"/>
    </span>
  </xsl:template>

  <!-- Annotations: what ITS has for HTML is said in its way too. -->

  <xsl:template match="x:mrk|y:mrk">
    <span class="mrk">
      <xsl:apply-templates select="@translate|@its:*" mode="its"/>
      <xsl:if test="@type = 'term'">
        <xsl:attribute name="its-term">yes</xsl:attribute>
        <xsl:if test="@ref">
          <xsl:attribute name="its-term-info-ref"><xsl:value-of select="@ref"/></xsl:attribute>
        </xsl:if>
        <xsl:if test="@value">
          <xsl:attribute name="data-its-term-info"><xsl:value-of select="@value"/></xsl:attribute>
        </xsl:if>
        <xsl:apply-templates select="@itsm:termConfidence" mode="its"/>
      </xsl:if>
      <xsl:call-template name="container"/>
    </span>
  </xsl:template>

  <xsl:template match="@translate" mode="its">
    <xsl:attribute name="translate"><xsl:value-of select="."/></xsl:attribute>
  </xsl:template>

  <xsl:template match="@its:annotatorsRef" mode="its">
    <xsl:attribute name="its-annotators-ref"><xsl:value-of select="."/></xsl:attribute>
  </xsl:template>

  <xsl:template match="@its:taIdentRef" mode="its">
    <xsl:attribute name="its-ta-ident-ref"><xsl:value-of select="."/></xsl:attribute>
  </xsl:template>

  <xsl:template match="@its:taClassRef" mode="its">
    <xsl:attribute name="its-ta-class-ref"><xsl:value-of select="."/></xsl:attribute>
  </xsl:template>

  <xsl:template match="@its:taIdent" mode="its">
    <xsl:attribute name="its-ta-ident"><xsl:value-of select="."/></xsl:attribute>
  </xsl:template>

  <xsl:template match="@its:taSource" mode="its">
    <xsl:attribute name="its-ta-source"><xsl:value-of select="."/></xsl:attribute>
  </xsl:template>

  <xsl:template match="@its:taConfidence" mode="its">
    <xsl:attribute name="its-ta-confidence"><xsl:value-of select="."/></xsl:attribute>
  </xsl:template>

  <xsl:template match="@itsm:termConfidence" mode="its">
    <xsl:attribute name="its-term-confidence"><xsl:value-of select="."/></xsl:attribute>
  </xsl:template>

  <!-- The rest of what ITS says is only kept. -->
  <xsl:template match="@*" mode="its" priority="-1"/>

  <!-- Whatever else there is, is kept. -->

  <xsl:template match="*|comment()|processing-instruction()" name="keep" priority="-2">
    <xsl:choose>
      <!-- A start of an annotation, a comment: they stand in text. -->
      <xsl:when test="ancestor::*[self::x:source or self::y:source
          or self::x:target or self::y:target]">
        <span class="kept"><xsl:call-template name="whole"/></span>
      </xsl:when>
      <xsl:otherwise>
        <div class="kept"><xsl:call-template name="whole"/></div>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- An element of XLIFF whose content is shown: its tag is kept. -->
  <xsl:template name="container">
    <xsl:attribute name="data-xliff">
      <xsl:call-template name="tag"/>
      <xsl:text>/></xsl:text>
    </xsl:attribute>
    <xsl:if test="not(self::x:mrk or self::y:mrk)">
      <xsl:apply-templates select="@translate|@its:annotatorsRef" mode="its"/>
    </xsl:if>
    <xsl:apply-templates/>
  </xsl:template>

  <!-- One that is not shown: all of it is kept. -->
  <xsl:template name="whole">
    <xsl:attribute name="data-xliff"><xsl:apply-templates select="." mode="xml"/></xsl:attribute>
  </xsl:template>

  <!-- Markup as text. -->

  <xsl:template match="*" mode="xml">
    <xsl:call-template name="tag"/>
    <xsl:choose>
      <xsl:when test="node()">
        <xsl:text>></xsl:text>
        <xsl:apply-templates mode="xml"/>
        <xsl:value-of select="concat('&lt;/', name(), '>')"/>
      </xsl:when>
      <xsl:otherwise>/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="text()" mode="xml">
    <xsl:call-template name="escape">
      <xsl:with-param name="text" select="."/>
    </xsl:call-template>
  </xsl:template>

  <xsl:template match="comment()" mode="xml">
    <xsl:value-of select="concat('&lt;!--', ., '-->')"/>
  </xsl:template>

  <xsl:template match="processing-instruction()" mode="xml">
    <xsl:value-of select="concat('&lt;?', name())"/>
    <xsl:if test=". != ''"><xsl:value-of select="concat(' ', .)"/></xsl:if>
    <xsl:text>?></xsl:text>
  </xsl:template>

  <!-- A start tag but for its end, with the namespaces that are new at the element. -->
  <xsl:template name="tag">
    <xsl:variable name="element" select="."/>
    <xsl:value-of select="concat('&lt;', name())"/>
    <xsl:for-each select="namespace::*[name() != 'xml' and string() != '']">
      <xsl:sort select="name()"/>
      <xsl:variable name="prefix" select="name()"/>
      <xsl:variable name="iri" select="string()"/>
      <xsl:if test="not($element/parent::*/namespace::*[name() = $prefix and string() = $iri])">
        <xsl:text> xmlns</xsl:text>
        <xsl:if test="$prefix != ''"><xsl:value-of select="concat(':', $prefix)"/></xsl:if>
        <xsl:call-template name="value"/>
      </xsl:if>
    </xsl:for-each>
    <xsl:if test="not(namespace::*[name() = '' and string() != ''])
        and parent::*/namespace::*[name() = '' and string() != '']">
      <xsl:text> xmlns=''</xsl:text>
    </xsl:if>
    <xsl:for-each select="@*">
      <xsl:value-of select="concat(' ', name())"/>
      <xsl:call-template name="value"/>
    </xsl:for-each>
  </xsl:template>

  <xsl:template name="value">
    <xsl:text>='</xsl:text>
    <xsl:call-template name="escape">
      <xsl:with-param name="text" select="string()"/>
      <xsl:with-param name="attribute" select="true()"/>
    </xsl:call-template>
    <xsl:text>'</xsl:text>
  </xsl:template>

  <!-- Halves what has many special characters: processors bound how deep templates call each other. -->
  <xsl:template name="escape">
    <xsl:param name="text"/>
    <xsl:param name="attribute" select="false()"/>
    <xsl:variable name="length" select="string-length($text)"/>
    <xsl:choose>
      <xsl:when test="$length = string-length(translate($text,
          concat('&amp;&lt;>&#9;&#10;', $apostrophe, $unsafe), ''))">
        <xsl:value-of select="$text"/>
      </xsl:when>
      <xsl:when test="$length > 1">
        <xsl:variable name="middle" select="floor($length div 2)"/>
        <xsl:call-template name="escape">
          <xsl:with-param name="text" select="substring($text, 1, $middle)"/>
          <xsl:with-param name="attribute" select="$attribute"/>
        </xsl:call-template>
        <xsl:call-template name="escape">
          <xsl:with-param name="text" select="substring($text, $middle + 1)"/>
          <xsl:with-param name="attribute" select="$attribute"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:when test="$text = '&amp;'">&amp;amp;</xsl:when>
      <xsl:when test="$text = '&lt;'">&amp;lt;</xsl:when>
      <xsl:when test="$text = '>'">&amp;gt;</xsl:when>
      <xsl:when test="$text = '&#13;'">&amp;#13;</xsl:when>
      <xsl:when test="contains($unsafe, $text)">
        <xsl:value-of select="concat('&amp;#', 126 + string-length(substring-before($unsafe, $text)), ';')"/>
      </xsl:when>
      <xsl:when test="not($attribute)"><xsl:value-of select="$text"/></xsl:when>
      <xsl:when test="$text = $apostrophe">&amp;apos;</xsl:when>
      <xsl:when test="$text = '&#9;'">&amp;#9;</xsl:when>
      <xsl:when test="$text = '&#10;'">&amp;#10;</xsl:when>
      <xsl:otherwise><xsl:value-of select="$text"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- Characters that do not come through HTML: CR becomes LF there, and others what their numbers
       are in windows-1252. -->
  <xsl:variable name="unsafe">&#13;&#127;&#128;&#129;&#130;&#131;&#132;&#133;&#134;&#135;&#136;&#137;<!--
    -->&#138;&#139;&#140;&#141;&#142;&#143;&#144;&#145;&#146;&#147;&#148;&#149;&#150;&#151;&#152;<!--
    -->&#153;&#154;&#155;&#156;&#157;&#158;&#159;</xsl:variable>
  <xsl:variable name="apostrophe">'</xsl:variable>

  <xsl:template match="text()" name="characters">
    <xsl:param name="text" select="string()"/>
    <xsl:variable name="length" select="string-length($text)"/>
    <xsl:choose>
      <xsl:when test="$length = string-length(translate($text, $unsafe, ''))">
        <xsl:value-of select="$text"/>
      </xsl:when>
      <xsl:when test="$length > 1">
        <xsl:variable name="middle" select="floor($length div 2)"/>
        <xsl:call-template name="characters">
          <xsl:with-param name="text" select="substring($text, 1, $middle)"/>
        </xsl:call-template>
        <xsl:call-template name="characters">
          <xsl:with-param name="text" select="substring($text, $middle + 1)"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:otherwise>
        <span class="kept">
          <xsl:attribute name="data-xliff">
            <xsl:call-template name="escape">
              <xsl:with-param name="text" select="$text"/>
            </xsl:call-template>
          </xsl:attribute>
        </span>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>
</xsl:stylesheet>
