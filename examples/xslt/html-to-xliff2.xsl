<?xml version="1.0" encoding="UTF-8"?>
<!--
  Makes XLIFF 2 of an HTML page. A page of xliff2-to-html.xsl becomes the file that it was made of,
  without any loss; any other page becomes a new file with a unit for each paragraph, heading, cell
  and so on. In both, entities and terms that are marked in the page (Text Analysis and Terminology
  of ITS 2.0) become `mrk` elements with the attributes of the ITS module of XLIFF 2.1.

  XSLT 3.0: fn:parse-xml, accumulators, maps, grouping. Saxon. In: HTML, as a tree in the namespace
  of XHTML. Out: XLIFF 2.

  Parameters:
    mark-type        the type of the `mrk` of an entity; where it is not given, `its:any` in XLIFF
                     2.0, and what the ITS module prescribes, `itsm:generic`, in 2.1 and later
  and for pages that were not made of XLIFF:
    source-language  the language of the page; what the page says where it is not given, or `en`
    target-language  the language to translate it into; none
    original         the name of the page; `page.html`
    version          the version of XLIFF, 2.0 or 2.1; `2.1`

  xslt examples/xslt/html-to-xliff2.xsl examples/xslt/data/harbour.html target-language=it
-->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map"
    xmlns:err="http://www.w3.org/2005/xqt-errors"
    xmlns:h="http://www.w3.org/1999/xhtml"
    xmlns:its="http://www.w3.org/2005/11/its"
    xmlns:f="urn:functions"
    xmlns="urn:oasis:names:tc:xliff:document:2.0"
    exclude-result-prefixes="#all">
  <xsl:output method="xml" encoding="UTF-8" indent="no" media-type="application/xliff+xml"
      use-character-maps="cr"/>
  <!-- Saxon 12 writes a text that is only a CR as it is, and the next reader takes it for a line end. -->
  <xsl:character-map name="cr">
    <xsl:output-character character="&#13;" string="&amp;#13;"/>
  </xsl:character-map>

  <xsl:param name="mark-type" as="xs:string" select="''"/>
  <xsl:param name="source-language" as="xs:string" select="''"/>
  <xsl:param name="target-language" as="xs:string" select="''"/>
  <xsl:param name="original" as="xs:string" select="'page.html'"/>
  <xsl:param name="version" as="xs:string" select="'2.1'"/>

  <xsl:mode on-no-match="shallow-skip" use-accumulators="marks"/>
  <xsl:mode name="unit" on-no-match="shallow-skip"/>
  <xsl:mode name="inline" on-no-match="shallow-skip"/>

  <xsl:variable name="its" select="'http://www.w3.org/2005/11/its'"/>
  <xsl:variable name="itsm" select="'urn:oasis:names:tc:xliff:itsm:2.1'"/>
  <!-- For what ITS has no attributes for: second classes, annotations in several pieces. -->
  <xsl:variable name="gw" select="'urn:glossweave:its'"/>

  <!-- The numbers of new marks go on after those that the file has. -->
  <xsl:accumulator name="marks" as="xs:integer" initial-value="f:last-mark(.)">
    <xsl:accumulator-rule match="h:*[f:is-new(.)]" select="$value + 1"/>
  </xsl:accumulator>

  <xsl:variable name="made-of-xliff" as="element()*" select="/h:html/h:body/*[@data-xliff]"/>
  <!-- The tag of the root element, and the prefix of the names of XLIFF. -->
  <xsl:variable name="root" as="xs:string"
      select="string($made-of-xliff/@data-xliff[matches(., '^&lt;[^!?]')])"/>
  <xsl:variable name="prefix" select="replace($root, '^&lt;([^\s:/>]+:)?.*$', '$1', 's')"/>
  <xsl:variable name="its-prefix"
      select="string((analyze-string($root, 'xmlns:([^=]+)=.' || $its || '.')//*:group, 'its')[1])"/>
  <xsl:variable name="text-names" select="('source', 'target', 'pc', 'mrk') ! ($prefix || .)"/>
  <xsl:variable name="has-marks" as="xs:boolean" select="exists(//h:*[f:is-new(.)])"/>
  <xsl:variable name="type" as="xs:string" select="
      if ($mark-type) then $mark-type
      else if (if ($root) then matches($root, ' version=.2\.0.') else $version = '2.0') then 'its:any'
      else 'itsm:generic'"/>

  <xsl:template match="/">
    <xsl:choose>
      <xsl:when test="$root">
        <!-- Parsed once: a parser for each tag takes most of the time. -->
        <xsl:variable name="xml" as="text()*">
          <xsl:apply-templates select="$made-of-xliff"/>
        </xsl:variable>
        <xsl:try select="parse-xml(string-join($xml))">
          <xsl:catch errors="err:FODC0006" select="error($err:code,
              'what the page keeps in data-xliff is not XML: ' || $err:description)"/>
        </xsl:try>
      </xsl:when>
      <xsl:when test="not(h:html)">
        <xsl:sequence select="error(QName('urn:functions', 'no-page'), 'the source is no page: its root element is `'
            || name(*) || '`, expected `html` in the namespace of XHTML')"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:apply-templates select="h:html" mode="page"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- 1. Pages that were made of XLIFF: XML as text, put together of what the page keeps. -->

  <!-- `in-text` says whether the element of XLIFF around holds text. `around` has the elements of HTML
       that say something of the one text in them. -->
  <xsl:template match="h:*[@data-xliff]">
    <xsl:param name="around" as="element()*" tunnel="yes"/>
    <xsl:variable name="name" select="replace(@data-xliff, '^&lt;([^\s/>]+).*$', '$1', 's')"/>
    <xsl:variable name="is-text" select="$name = $text-names"/>
    <xsl:variable name="say" as="element()*" select="$around, .[f:is-new(.)]"/>
    <xsl:choose>
      <!-- A tag. What is kept whole has content, or is no element. -->
      <xsl:when test="matches(@data-xliff, '^&lt;[^!?&lt;>][^&lt;>]*/>$')">
        <xsl:value-of select="substring(@data-xliff, 1, string-length(@data-xliff) - 2)"/>
        <xsl:if test="@data-xliff = $root and $has-marks and not(matches($root, ' ' || $its-prefix || ':version='))">
          <xsl:value-of select="(' xmlns:its=&quot;' || $its || '&quot;')[not(contains($root, $its))],
              ' ' || $its-prefix || ':version=&quot;2.0&quot;'" separator=""/>
        </xsl:if>
        <xsl:text>></xsl:text>
        <xsl:call-template name="content">
          <xsl:with-param name="say" select="$say[$is-text]"/>
          <xsl:with-param name="in-text" select="$is-text" tunnel="yes"/>
          <xsl:with-param name="around" select="$say[not($is-text)]" tunnel="yes"/>
        </xsl:call-template>
        <xsl:value-of select="'&lt;/' || $name || '>'"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:value-of select="@data-xliff"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- What a recognizer, or an author, has put into the page. -->
  <xsl:template match="h:*[not(@data-xliff)]">
    <xsl:param name="in-text" as="xs:boolean" select="false()" tunnel="yes"/>
    <xsl:call-template name="content">
      <xsl:with-param name="say" select=".[$in-text and f:is-new(.)]"/>
    </xsl:call-template>
  </xsl:template>

  <!-- Between the elements of XLIFF stands white space only. -->
  <xsl:template match="text()">
    <xsl:param name="in-text" as="xs:boolean" select="false()" tunnel="yes"/>
    <xsl:if test="$in-text or not(normalize-space())">
      <xsl:value-of select="f:xml(.)"/>
    </xsl:if>
  </xsl:template>

  <!-- The content of an element of HTML, in a mark for each of those that say something of it. -->
  <xsl:template name="content">
    <xsl:param name="say" as="element()*"/>
    <xsl:for-each select="$say">
      <xsl:variable name="mark" as="element()">
        <mark>
          <xsl:call-template name="mark">
            <xsl:with-param name="of" select="."/>
          </xsl:call-template>
        </mark>
      </xsl:variable>
      <xsl:value-of select="'&lt;' || $prefix || 'mrk'"/>
      <xsl:for-each select="in-scope-prefixes($mark)[not(. = ('xml', ''))]">
        <xsl:value-of select="' xmlns:', ., '=&quot;', namespace-uri-for-prefix(., $mark), '&quot;'"
            separator=""/>
      </xsl:for-each>
      <xsl:for-each select="$mark/@*">
        <xsl:value-of select="' ', name(), '=&quot;', f:xml(.), '&quot;'" separator=""/>
      </xsl:for-each>
      <xsl:text>></xsl:text>
    </xsl:for-each>
    <xsl:apply-templates/>
    <xsl:value-of select="$say ! ('&lt;/' || $prefix || 'mrk>')" separator=""/>
  </xsl:template>

  <!-- Text as XML has it, in content and in values. -->
  <xsl:function name="f:xml" as="xs:string">
    <xsl:param name="text" as="xs:string"/>
    <xsl:sequence select="
        if (not(matches($text, '[&amp;&lt;>&quot;&#13;&#10;]'))) then $text
        else f:escape($text, '&lt;', '&amp;lt;') => replace('>', '&amp;gt;')
            => replace('&quot;', '&amp;quot;') => replace('&#13;', '&amp;#13;')"/>
  </xsl:function>

  <!-- 2. Marks. -->

  <!-- What XLIFF said already is no news: it is in `data-xliff`. -->
  <xsl:function name="f:is-new-entity" as="xs:boolean">
    <xsl:param name="of" as="element()"/>
    <xsl:sequence select="exists($of/@*[matches(local-name(), '^(data-)?its-ta-')])
        and not(matches($of/@data-xliff, '^&lt;[^ ]*mrk [^>]*:ta[A-Z]'))"/>
  </xsl:function>

  <xsl:function name="f:is-new-term" as="xs:boolean">
    <xsl:param name="of" as="element()"/>
    <xsl:sequence select="$of/@its-term = 'yes'
        and not(matches($of/@data-xliff, '^&lt;[^ ]*mrk [^>]*type=.term'))"/>
  </xsl:function>

  <xsl:function name="f:is-new" as="xs:boolean">
    <xsl:param name="of" as="element()"/>
    <xsl:sequence select="f:is-new-entity($of) or f:is-new-term($of)"/>
  </xsl:function>

  <xsl:function name="f:last-mark" as="xs:integer">
    <xsl:param name="document" as="document-node()"/>
    <xsl:variable name="ids" as="xs:string*" select="$document//@data-xliff
        ! analyze-string(., '\sid=.gw([0-9]{1,9})[^0-9]')//*:group/string()"/>
    <xsl:sequence select="max((0, $ids ! xs:integer(.)))"/>
  </xsl:function>

  <!-- ident-ref: identRef -->
  <xsl:function name="f:camel" as="xs:string">
    <xsl:param name="name" as="xs:string"/>
    <xsl:variable name="words" select="tokenize($name, '-')"/>
    <xsl:sequence select="string-join((head($words),
        tail($words) ! (upper-case(substring(., 1, 1)) || substring(., 2))))"/>
  </xsl:function>

  <!-- The tools of an annotation, where XLIFF does not name them already around it. -->
  <xsl:function name="f:tools" as="xs:string*">
    <xsl:param name="of" as="element()"/>
    <xsl:param name="category" as="xs:string"/>
    <xsl:variable name="around" select="$of/ancestor-or-self::*[@its-annotators-ref
        /tokenize(.)[substring-before(., '|') = $category]][1]"/>
    <xsl:if test="not(matches($around/@data-xliff, ' [^ ]*:annotatorsRef='))">
      <xsl:sequence select="$around/@its-annotators-ref
          /tokenize(.)[substring-before(., '|') = $category]"/>
    </xsl:if>
  </xsl:function>

  <!-- The attributes of the mark for what an element of HTML says. -->
  <xsl:template name="mark">
    <xsl:param name="of" as="element()"/>
    <xsl:variable name="is-term" select="f:is-new-term($of)"/>
    <xsl:variable name="is-entity" select="f:is-new-entity($of)"/>
    <xsl:attribute name="id" select="'gw' || $of/accumulator-before('marks')"/>
    <xsl:attribute name="type" select="if ($is-term) then 'term' else $type"/>
    <xsl:for-each select="$of[$is-term]/@data-its-term-info">
      <xsl:attribute name="value" select="."/>
    </xsl:for-each>
    <xsl:for-each select="$of[$is-term]/@its-term-info-ref">
      <xsl:attribute name="ref" select="."/>
    </xsl:for-each>
    <xsl:for-each select="$of[$is-term]/@its-term-confidence">
      <xsl:attribute name="itsm:termConfidence" namespace="{$itsm}" select="."/>
    </xsl:for-each>
    <xsl:for-each select="$of[$is-entity]/@*[starts-with(local-name(), 'its-ta-')]">
      <xsl:sort select="local-name()" order="descending"/>
      <xsl:attribute name="its:{f:camel(substring(local-name(), 5))}" namespace="{$its}" select="."/>
    </xsl:for-each>
    <xsl:variable name="tools" select="('text-analysis'[$is-entity], 'terminology'[$is-term])
        ! f:tools($of, .)"/>
    <xsl:if test="exists($tools)">
      <xsl:attribute name="its:annotatorsRef" namespace="{$its}" select="$tools"/>
    </xsl:if>
    <xsl:for-each select="$of/@*[matches(local-name(), '^data-its-(ta-.*|id|annotators-ref)$')]">
      <xsl:attribute name="gw:{f:camel(substring(local-name(), 10))}" namespace="{$gw}" select="."/>
    </xsl:for-each>
  </xsl:template>

  <!-- 3. Any other page. -->

  <xsl:template match="h:html" mode="page">
    <xsl:variable name="units" as="element()*">
      <xsl:apply-templates mode="unit"/>
    </xsl:variable>
    <xliff version="{$version}"
        srcLang="{($source-language, @lang, @xml:lang, 'en')[. != ''][1]}">
      <xsl:if test="$target-language">
        <xsl:attribute name="trgLang" select="$target-language"/>
      </xsl:if>
      <xsl:if test="$has-marks">
        <xsl:attribute name="its:version" namespace="{$its}" select="'2.0'"/>
      </xsl:if>
      <xsl:text>&#10;</xsl:text>
      <file id="f1" original="{$original}">
        <xsl:text>&#10;</xsl:text>
        <xsl:for-each select="$units">
          <unit id="u{position()}">
            <xsl:copy-of select="@*, node()"/>
          </unit>
          <xsl:text>&#10;</xsl:text>
        </xsl:for-each>
      </file>
      <xsl:text>&#10;</xsl:text>
    </xliff>
  </xsl:template>

  <xsl:variable name="inline" as="xs:string+" select="tokenize('a abbr acronym audio b bdi bdo big br
      button canvas cite code data datalist del dfn em embed font i iframe img input ins kbd label
      map mark meter noscript object output picture progress q ruby s samp select small span strike
      strong sub sup textarea time tt u var video wbr')"/>

  <xsl:variable name="void" as="xs:string+" select="tokenize('br embed img input wbr')"/>

  <!-- Elements whose content is not taken apart. -->
  <xsl:variable name="opaque" as="xs:string+" select="tokenize('audio br canvas datalist embed iframe
      img input map meter noscript object picture progress select textarea video wbr')"/>

  <xsl:function name="f:is-inline" as="xs:boolean">
    <xsl:param name="node" as="node()"/>
    <xsl:sequence select="if ($node[self::*])
        then local-name($node) = $inline or namespace-uri($node) != 'http://www.w3.org/1999/xhtml'
        else not($node/self::document-node())"/>
  </xsl:function>

  <xsl:template match="h:head" mode="unit">
    <xsl:apply-templates select="h:title" mode="unit"/>
  </xsl:template>

  <xsl:template match="h:script|h:style|h:template" mode="unit"/>

  <!-- A block: its inline parts are units, its blocks have their own. -->
  <xsl:template match="h:*" mode="unit">
    <xsl:variable name="block" select="."/>
    <xsl:for-each-group select="node()" group-adjacent="f:is-inline(.)">
      <xsl:choose>
        <xsl:when test="not(current-grouping-key())">
          <xsl:apply-templates select="current-group()" mode="unit"/>
        </xsl:when>
        <xsl:when test="current-group()/descendant-or-self::text()[normalize-space()]">
          <xsl:call-template name="unit">
            <xsl:with-param name="block" select="$block"/>
            <xsl:with-param name="content" select="current-group()"/>
          </xsl:call-template>
        </xsl:when>
      </xsl:choose>
    </xsl:for-each-group>
  </xsl:template>

  <xsl:template name="unit">
    <xsl:param name="block" as="element()"/>
    <xsl:param name="content" as="node()+"/>
    <xsl:variable name="codes" as="element()*" select="$content/descendant-or-self::*[f:is-code(.)]
        except $content/descendant-or-self::*[f:is-opaque(.)]/descendant::*"/>
    <xsl:variable name="data" as="xs:string*" select="distinct-values($codes ! f:data(.))"/>
    <xsl:variable name="texts" select="$content/descendant-or-self::text()"/>
    <xsl:variable name="keeps-space" select="exists($block/ancestor-or-self::h:pre)"/>
    <unit>
      <xsl:for-each select="$block/@id">
        <xsl:attribute name="name" select="."/>
      </xsl:for-each>
      <xsl:if test="$block/ancestor-or-self::*[@translate][1]/@translate = 'no'">
        <xsl:attribute name="translate" select="'no'"/>
      </xsl:if>
      <xsl:if test="$keeps-space">
        <xsl:attribute name="xml:space" select="'preserve'"/>
      </xsl:if>
      <xsl:if test="exists($data)">
        <originalData>
          <xsl:for-each select="$data">
            <data id="d{position()}"><xsl:value-of select="."/></data>
          </xsl:for-each>
        </originalData>
      </xsl:if>
      <segment>
        <source>
          <xsl:call-template name="source">
            <xsl:with-param name="content" select="$content"/>
            <xsl:with-param name="say" select="$block[f:is-new(.)][every $one in node() satisfies f:is-inline($one)]"/>
            <xsl:with-param name="numbers" tunnel="yes" select="map:merge(
                for $at in 1 to count($codes) return map { generate-id($codes[$at]): $at })"/>
            <xsl:with-param name="data" tunnel="yes" select="map:merge(
                for $at in 1 to count($data) return map { $data[$at]: 'd' || $at })"/>
            <xsl:with-param name="first" tunnel="yes" select="$texts[1]
                [not($keeps-space)][empty($codes[f:is-opaque(.)][. &lt;&lt; $texts[1]])]"/>
            <xsl:with-param name="last" tunnel="yes" select="$texts[last()]
                [not($keeps-space)][empty($codes[f:is-opaque(.)][. >> $texts[last()]])]"/>
            <xsl:with-param name="keeps-space" tunnel="yes" select="$keeps-space"/>
          </xsl:call-template>
        </source>
      </segment>
    </unit>
  </xsl:template>

  <xsl:template name="source">
    <xsl:param name="content" as="node()+"/>
    <xsl:param name="say" as="element()?"/>
    <xsl:choose>
      <xsl:when test="exists($say)">
        <mrk>
          <xsl:call-template name="mark">
            <xsl:with-param name="of" select="$say"/>
          </xsl:call-template>
          <xsl:apply-templates select="$content" mode="inline"/>
        </mrk>
      </xsl:when>
      <xsl:otherwise>
        <xsl:apply-templates select="$content" mode="inline"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="text()" mode="inline">
    <xsl:param name="first" as="text()?" tunnel="yes"/>
    <xsl:param name="last" as="text()?" tunnel="yes"/>
    <xsl:param name="keeps-space" as="xs:boolean" tunnel="yes"/>
    <xsl:variable name="text" select="if ($keeps-space) then string() else replace(., '\s+', ' ')"/>
    <xsl:variable name="text" select="if (. is $first) then replace($text, '^ ', '') else $text"/>
    <xsl:value-of select="if (. is $last) then replace($text, ' $', '') else $text"/>
  </xsl:template>

  <xsl:template match="*" mode="inline">
    <xsl:choose>
      <xsl:when test="f:is-new(.)">
        <mrk>
          <xsl:call-template name="mark">
            <xsl:with-param name="of" select="."/>
          </xsl:call-template>
          <xsl:copy-of select="@translate"/>
          <xsl:call-template name="code"/>
        </mrk>
      </xsl:when>
      <xsl:when test="@translate">
        <mrk id="t{count(preceding::*[@translate] | ancestor-or-self::*[@translate])}" translate="{@translate}">
          <xsl:call-template name="code"/>
        </mrk>
      </xsl:when>
      <xsl:otherwise>
        <xsl:call-template name="code"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="code">
    <xsl:param name="numbers" as="map(*)" tunnel="yes"/>
    <xsl:param name="data" as="map(*)" tunnel="yes"/>
    <xsl:variable name="id" select="$numbers(generate-id())"/>
    <xsl:variable name="tags" select="f:data(.) ! $data(.)"/>
    <xsl:choose>
      <xsl:when test="not(f:is-code(.))">
        <xsl:apply-templates mode="inline"/>
      </xsl:when>
      <xsl:when test="f:is-opaque(.)">
        <ph id="{$id}" dataRef="{$tags}"/>
      </xsl:when>
      <xsl:otherwise>
        <pc id="{$id}" dataRefStart="{$tags[1]}" dataRefEnd="{$tags[2]}">
          <xsl:apply-templates mode="inline"/>
        </pc>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- Whether an element is more than the mark of an annotation. -->
  <xsl:function name="f:is-code" as="xs:boolean">
    <xsl:param name="element" as="element()"/>
    <xsl:sequence select="local-name($element) != 'span'
        or exists($element/@*[not(matches(local-name(), '^(data-)?its-|^translate$'))])"/>
  </xsl:function>

  <xsl:function name="f:is-opaque" as="xs:boolean">
    <xsl:param name="element" as="element()"/>
    <xsl:sequence select="local-name($element) = $opaque
        or namespace-uri($element) != 'http://www.w3.org/1999/xhtml'"/>
  </xsl:function>

  <!-- The tags of an element; all of one that is not taken apart. -->
  <xsl:function name="f:data" as="xs:string+">
    <xsl:param name="element" as="element()"/>
    <xsl:sequence select="
        if (f:is-opaque($element)) then f:markup($element) else f:tags($element)"/>
  </xsl:function>

  <xsl:function name="f:tags" as="xs:string+">
    <xsl:param name="element" as="element()"/>
    <xsl:variable name="name" select="local-name($element)"/>
    <xsl:variable name="attributes" as="xs:string*">
      <xsl:for-each select="$element/@*[not(matches(name(), '^(data-)?its-'))]">
        <xsl:sequence select="' ' || name() || '=&quot;' || f:escape(., '&quot;', '&amp;quot;') || '&quot;'"/>
      </xsl:for-each>
    </xsl:variable>
    <xsl:sequence select="string-join(('&lt;', $name, $attributes, '>'))"/>
    <xsl:sequence select="('&lt;/' || $name || '>')[not($name = $void)]"/>
  </xsl:function>

  <xsl:function name="f:markup" as="xs:string">
    <xsl:param name="node" as="node()"/>
    <xsl:variable name="tags" select="$node/self::* ! f:tags(.)"/>
    <xsl:sequence select="
        if ($node/self::text()) then f:escape($node, '&lt;', '&amp;lt;')
        else string-join(($tags[1], $node/node() ! f:markup(.), $tags[2]))"/>
  </xsl:function>

  <xsl:function name="f:escape" as="xs:string">
    <xsl:param name="text" as="xs:string"/>
    <xsl:param name="special" as="xs:string"/>
    <xsl:param name="reference" as="xs:string"/>
    <xsl:sequence select="replace(replace($text, '&amp;', '&amp;amp;'), $special, $reference)"/>
  </xsl:function>
</xsl:stylesheet>
