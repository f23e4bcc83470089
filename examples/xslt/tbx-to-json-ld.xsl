<?xml version="1.0" encoding="UTF-8"?>
<!--
  Makes JSON-LD in the vocabulary of schema.org of a termbase: a DefinedTermSet with a DefinedTerm for
  each concept.

  XSLT 1.0; libxslt or Saxon. In: TBX (ISO 30042:2019) in the styles DCA and DCT, and MARTIF, as TBX
  was before (ISO 30042:2008). Out: JSON-LD, as text.

    concept                         DefinedTerm: termCode, and @id
    the preferred term of a language, else the first                    name, with its language
    other terms, short forms                                            alternateName
    definition                                                          description
    subject field                                                       about
    external cross reference, image                                     sameAs, image
    context (an example of use)                                         subjectOf: Quotation
    title, languages of the termbase                                    name, inLanguage

  Parameters:
    base        what the @ids begin with: the IRI of the termbase; none: the ids of concepts only
    title       the name of the termbase where it does not say it itself
    language    only terms and definitions of this language; all
    deprecated  `yes` has deprecated and superseded terms among the alternate names; `no`

  xslt examples/xslt/tbx-to-json-ld.xsl examples/xslt/data/sailing.tbx base=http://example.org/terms
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text" encoding="UTF-8" media-type="application/ld+json"/>

  <xsl:param name="base"/>
  <xsl:param name="title"/>
  <xsl:param name="language"/>
  <xsl:param name="deprecated">no</xsl:param>

  <!-- TBX has a namespace, MARTIF has none; DCT makes elements of what are types in DCA. So names are
       local names here, and a data category is looked for as both. -->

  <xsl:variable name="concepts" select="//*[local-name() = 'conceptEntry' or local-name() = 'termEntry']"/>
  <xsl:key name="by-language" match="*[local-name() = 'langSec' or local-name() = 'langSet']"
      use="@xml:lang"/>

  <xsl:template match="/">
    <xsl:if test="not($concepts)">
      <xsl:message terminate="yes">
        <xsl:text>expected a termbase in TBX or MARTIF, found no concept in `</xsl:text>
        <xsl:value-of select="name(*)"/>
        <xsl:text>`</xsl:text>
      </xsl:message>
    </xsl:if>
    <xsl:variable name="name" select="//*[local-name() = 'titleStmt']/*[local-name() = 'title']"/>
    <xsl:text>{&#10;  "@context": "https://schema.org",&#10;  "@type": "DefinedTermSet"</xsl:text>
    <xsl:if test="$base != ''">
      <xsl:text>,&#10;  "@id": </xsl:text>
      <xsl:call-template name="string">
        <xsl:with-param name="text" select="$base"/>
      </xsl:call-template>
    </xsl:if>
    <xsl:if test="$name or $title != ''">
      <xsl:text>,&#10;  "name": </xsl:text>
      <xsl:choose>
        <xsl:when test="$name">
          <xsl:call-template name="string">
            <xsl:with-param name="text" select="normalize-space($name)"/>
          </xsl:call-template>
        </xsl:when>
        <xsl:otherwise>
          <xsl:call-template name="string">
            <xsl:with-param name="text" select="$title"/>
          </xsl:call-template>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:if>
    <xsl:call-template name="property">
      <xsl:with-param name="name">description</xsl:with-param>
      <xsl:with-param name="values" select="//*[local-name() = 'sourceDesc']/*[local-name() = 'p']"/>
      <xsl:with-param name="indent" select="'&#10;  '"/>
    </xsl:call-template>
    <xsl:call-template name="property">
      <xsl:with-param name="name">inLanguage</xsl:with-param>
      <xsl:with-param name="values" select="$concepts/*[generate-id() =
          generate-id(key('by-language', @xml:lang)[1])]
          [$language = '' or lang($language)]/@xml:lang"/>
      <xsl:with-param name="indent" select="'&#10;  '"/>
    </xsl:call-template>
    <xsl:text>,&#10;  "hasDefinedTerm": [</xsl:text>
    <xsl:for-each select="$concepts">
      <xsl:if test="position() > 1">,</xsl:if>
      <xsl:apply-templates select="."/>
    </xsl:for-each>
    <xsl:text>&#10;  ]&#10;}&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="*[local-name() = 'conceptEntry' or local-name() = 'termEntry']">
    <xsl:variable name="languages" select="*[local-name() = 'langSec' or local-name() = 'langSet']
        [$language = '' or lang($language)]"/>
    <xsl:variable name="terms" select="$languages//*[local-name() = 'term']"/>
    <!-- Of the concept itself, and of its languages that are wanted. -->
    <xsl:variable name="own" select="*[not(local-name() = 'langSec' or local-name() = 'langSet')]
        /descendant-or-self::* | $languages//*"/>
    <xsl:text>&#10;    {&#10;      "@type": "DefinedTerm"</xsl:text>
    <xsl:if test="@id">
      <xsl:text>,&#10;      "@id": </xsl:text>
      <xsl:call-template name="string">
        <xsl:with-param name="text" select="concat($base, '#', @id)"/>
      </xsl:call-template>
      <xsl:text>,&#10;      "termCode": </xsl:text>
      <xsl:call-template name="string">
        <xsl:with-param name="text" select="@id"/>
      </xsl:call-template>
    </xsl:if>
    <xsl:call-template name="names">
      <xsl:with-param name="property">name</xsl:with-param>
      <xsl:with-param name="terms" select="$terms"/>
    </xsl:call-template>
    <xsl:call-template name="names">
      <xsl:with-param name="property">alternateName</xsl:with-param>
      <xsl:with-param name="terms" select="$terms"/>
    </xsl:call-template>
    <xsl:call-template name="property">
      <xsl:with-param name="name">description</xsl:with-param>
      <xsl:with-param name="values" select="$own[local-name() = 'definition' or @type = 'definition']"/>
      <xsl:with-param name="tagged" select="true()"/>
    </xsl:call-template>
    <xsl:call-template name="property">
      <xsl:with-param name="name">about</xsl:with-param>
      <xsl:with-param name="values" select="$own[local-name() = 'subjectField' or @type = 'subjectField']"/>
      <xsl:with-param name="type">Thing</xsl:with-param>
      <xsl:with-param name="key">name</xsl:with-param>
    </xsl:call-template>
    <xsl:call-template name="property">
      <xsl:with-param name="name">sameAs</xsl:with-param>
      <xsl:with-param name="values" select="$own[local-name() = 'externalCrossReference'
          or @type = 'externalCrossReference']/@target"/>
    </xsl:call-template>
    <xsl:call-template name="property">
      <xsl:with-param name="name">image</xsl:with-param>
      <xsl:with-param name="values" select="$own[local-name() = 'xGraphic' or @type = 'xGraphic']/@target"/>
    </xsl:call-template>
    <xsl:call-template name="property">
      <xsl:with-param name="name">subjectOf</xsl:with-param>
      <xsl:with-param name="values" select="$own[local-name() = 'context' or @type = 'context']"/>
      <xsl:with-param name="type">Quotation</xsl:with-param>
      <xsl:with-param name="key">text</xsl:with-param>
    </xsl:call-template>
    <xsl:text>&#10;    }</xsl:text>
  </xsl:template>

  <!-- The terms that are names of their concept: one in each language; or the others. -->
  <xsl:template name="names">
    <xsl:param name="property"/>
    <xsl:param name="terms"/>
    <xsl:variable name="chosen">
      <xsl:text>|</xsl:text>
      <xsl:for-each select="$terms">
        <xsl:variable name="role">
          <xsl:call-template name="role"/>
        </xsl:variable>
        <xsl:if test="$role = $property or $role = 'deprecated' and $deprecated = 'yes'
            and $property = 'alternateName'">
          <xsl:value-of select="concat(generate-id(), '|')"/>
        </xsl:if>
      </xsl:for-each>
    </xsl:variable>
    <xsl:call-template name="property">
      <xsl:with-param name="name" select="$property"/>
      <xsl:with-param name="values"
          select="$terms[contains($chosen, concat('|', generate-id(), '|'))]"/>
      <xsl:with-param name="tagged" select="true()"/>
    </xsl:call-template>
  </xsl:template>

  <!-- `name`, `alternateName` or `deprecated`: what a term is for its concept. -->
  <xsl:template name="role">
    <xsl:variable name="section"
        select="ancestor::*[local-name() = 'langSec' or local-name() = 'langSet'][1]"/>
    <xsl:variable name="status" select="$section//*[local-name() = 'administrativeStatus'
        or @type = 'administrativeStatus' or @type = 'normativeAuthorization']"/>
    <xsl:variable name="preferred" select="$status[starts-with(normalize-space(), 'preferred')]
        /ancestor::*[*[local-name() = 'term']][1]/*[local-name() = 'term']"/>
    <xsl:variable name="bad" select="$status[starts-with(normalize-space(), 'deprecated')
        or starts-with(normalize-space(), 'superseded')]
        /ancestor::*[*[local-name() = 'term']][1]/*[local-name() = 'term']"/>
    <xsl:variable name="good" select="$section//*[local-name() = 'term'][count(. | $bad) > count($bad)]"/>
    <xsl:variable name="best" select="($preferred[1] | $good[not($preferred)][1])
        | $section//*[local-name() = 'term'][not($good)][1]"/>
    <xsl:choose>
      <xsl:when test="generate-id() = generate-id($best)">name</xsl:when>
      <xsl:when test="count(. | $bad) = count($bad)">deprecated</xsl:when>
      <xsl:otherwise>alternateName</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- JSON. -->

  <!-- A property: its one value, or an array of them. Nothing where there is none. -->
  <xsl:template name="property">
    <xsl:param name="name"/>
    <xsl:param name="values"/>
    <xsl:param name="indent" select="'&#10;      '"/>
    <xsl:param name="tagged" select="false()"/>
    <xsl:param name="type"/>
    <xsl:param name="key"/>
    <xsl:if test="$values">
      <xsl:value-of select="concat(',', $indent, '&quot;', $name, '&quot;: ')"/>
      <xsl:if test="count($values) > 1">[</xsl:if>
      <xsl:for-each select="$values">
        <xsl:if test="position() > 1">,</xsl:if>
        <xsl:if test="count($values) > 1">
          <xsl:value-of select="concat($indent, '  ')"/>
        </xsl:if>
        <xsl:variable name="of" select="ancestor::*[@xml:lang][1]/@xml:lang"/>
        <xsl:choose>
          <xsl:when test="$type != ''">
            <xsl:value-of select="concat('{&quot;@type&quot;: &quot;', $type, '&quot;, &quot;', $key, '&quot;: ')"/>
            <xsl:call-template name="string">
              <xsl:with-param name="text" select="normalize-space()"/>
            </xsl:call-template>
            <xsl:if test="$type = 'Quotation' and $of">
              <xsl:text>, "inLanguage": </xsl:text>
              <xsl:call-template name="string">
                <xsl:with-param name="text" select="$of"/>
              </xsl:call-template>
            </xsl:if>
            <xsl:text>}</xsl:text>
          </xsl:when>
          <xsl:when test="$tagged and $of">
            <xsl:text>{"@language": </xsl:text>
            <xsl:call-template name="string">
              <xsl:with-param name="text" select="$of"/>
            </xsl:call-template>
            <xsl:text>, "@value": </xsl:text>
            <xsl:call-template name="string">
              <xsl:with-param name="text" select="normalize-space()"/>
            </xsl:call-template>
            <xsl:text>}</xsl:text>
          </xsl:when>
          <xsl:otherwise>
            <xsl:call-template name="string">
              <xsl:with-param name="text" select="normalize-space()"/>
            </xsl:call-template>
          </xsl:otherwise>
        </xsl:choose>
      </xsl:for-each>
      <xsl:if test="count($values) > 1">
        <xsl:value-of select="concat($indent, ']')"/>
      </xsl:if>
    </xsl:if>
  </xsl:template>

  <xsl:template name="string">
    <xsl:param name="text"/>
    <xsl:text>"</xsl:text>
    <xsl:call-template name="escape">
      <xsl:with-param name="text" select="$text"/>
    </xsl:call-template>
    <xsl:text>"</xsl:text>
  </xsl:template>

  <!-- RFC 8259, 7: of the control characters XML 1.0 has only these. What has many special characters
       is halved: processors bound how deep templates call each other. -->
  <xsl:template name="escape">
    <xsl:param name="text"/>
    <xsl:variable name="length" select="string-length($text)"/>
    <xsl:choose>
      <xsl:when test="$length = string-length(translate($text, '&quot;\&#9;&#10;&#13;', ''))">
        <xsl:value-of select="$text"/>
      </xsl:when>
      <xsl:when test="$length > 1">
        <xsl:variable name="middle" select="floor($length div 2)"/>
        <xsl:call-template name="escape">
          <xsl:with-param name="text" select="substring($text, 1, $middle)"/>
        </xsl:call-template>
        <xsl:call-template name="escape">
          <xsl:with-param name="text" select="substring($text, $middle + 1)"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:when test="$text = '&#9;'">\t</xsl:when>
      <xsl:when test="$text = '&#10;'">\n</xsl:when>
      <xsl:when test="$text = '&#13;'">\r</xsl:when>
      <xsl:otherwise><xsl:value-of select="concat('\', $text)"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>
</xsl:stylesheet>
