<?xml version="1.0" encoding="UTF-8"?>
<!--
  Makes an HTML page of a DocBook document: article, book, or any part of one.

  XSLT 2.0: functions, grouping, replace(). Saxon. In: DocBook 5, and DocBook 4, which has no
  namespace. Out: HTML5.

  Parameters:
    title      the title of the page; that of the document where it is not given
    with-toc   `no` leaves the table of contents out; `yes`
    toc-depth  how many levels of it; `3`
    language   the language of the page where the document says none

  ITS 2.0 attributes (translate, Text Analysis, Terminology) become those of HTML.

  xslt examples/xslt/docbook-to-html.xsl examples/xslt/data/handbook.dbk toc-depth=2
-->
<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:d="http://docbook.org/ns/docbook"
    xmlns:xlink="http://www.w3.org/1999/xlink"
    xmlns:its="http://www.w3.org/2005/11/its"
    xmlns:f="urn:functions"
    xpath-default-namespace="http://docbook.org/ns/docbook"
    exclude-result-prefixes="#all">
  <xsl:output method="html" version="5.0" encoding="UTF-8" indent="no" media-type="text/html"/>

  <xsl:param name="title" as="xs:string" select="''"/>
  <xsl:param name="with-toc" as="xs:string" select="'yes'"/>
  <xsl:param name="toc-depth" as="xs:string" select="'3'"/>
  <xsl:param name="language" as="xs:string" select="''"/>

  <!-- 1. DocBook 4 made DocBook 5, as far as it matters here. -->

  <xsl:variable name="document">
    <xsl:apply-templates select="/*" mode="new"/>
  </xsl:variable>

  <xsl:template match="*" mode="new">
    <xsl:variable name="name" select="
        if (matches(local-name(), '^[a-z0-9]+info$')) then 'info'
        else if (matches(local-name(), '^sect[1-5]$')) then 'section'
        else if (local-name() = 'ulink') then 'link'
        else if (local-name() = 'sgmltag') then 'tag'
        else local-name()"/>
    <xsl:choose>
      <xsl:when test="namespace-uri() = ('', 'http://docbook.org/ns/docbook')">
        <xsl:element name="{$name}" namespace="http://docbook.org/ns/docbook">
          <xsl:apply-templates select="@*, node()" mode="new"/>
        </xsl:element>
      </xsl:when>
      <xsl:otherwise>
        <xsl:copy-of select="."/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="@*|text()" mode="new">
    <xsl:copy/>
  </xsl:template>

  <xsl:template match="comment()|processing-instruction()" mode="new"/>

  <xsl:template match="@id" mode="new">
    <xsl:attribute name="xml:id" select="."/>
  </xsl:template>

  <xsl:template match="@lang" mode="new">
    <xsl:attribute name="xml:lang" select="."/>
  </xsl:template>

  <xsl:template match="*[local-name() = 'ulink']/@url" mode="new">
    <xsl:attribute name="xlink:href" select="."/>
  </xsl:template>

  <!-- 2. The page. -->

  <xsl:variable name="divisions" as="xs:string+" select="tokenize('part chapter appendix preface
      article section simplesect glossary bibliography dedication acknowledgements colophon reference
      refentry refsection', '\s+')"/>
  <xsl:key name="id" match="*" use="@xml:id"/>

  <xsl:function name="f:is-division" as="xs:boolean">
    <xsl:param name="element" as="node()"/>
    <xsl:sequence select="local-name($element) = $divisions and exists($element/parent::*)"/>
  </xsl:function>

  <xsl:function name="f:title" as="element()?">
    <xsl:param name="of" as="element()"/>
    <xsl:sequence select="($of/title, $of/info/title, $of/refnamediv/refname)[1]"/>
  </xsl:function>

  <!-- What an element is linked to by: its own identifier, or its place. -->
  <xsl:function name="f:id" as="xs:string">
    <xsl:param name="of" as="element()"/>
    <xsl:sequence select="if ($of/@xml:id) then $of/@xml:id
        else string-join(('d', for $one in $of/ancestor-or-self::*[f:is-division(.)]
            return string(1 + count($one/preceding-sibling::*))), '-')"/>
  </xsl:function>

  <xsl:template match="/">
    <xsl:if test="not(namespace-uri(*) = ('', 'http://docbook.org/ns/docbook'))">
      <xsl:message terminate="yes" select="concat('expected a DocBook document, found `', name(*),
          '` in namespace `', namespace-uri(*), '`')"/>
    </xsl:if>
    <xsl:for-each select="$document/*">
      <xsl:variable name="of" select="($language[. != ''], @xml:lang)[1]"/>
      <html>
        <xsl:if test="$of">
          <xsl:attribute name="lang" select="$of"/>
        </xsl:if>
        <head>
          <title>
            <xsl:value-of select="normalize-space(($title[. != ''], f:title(.), 'DocBook')[1])"/>
          </title>
        </head>
        <body>
          <article class="{local-name()}">
            <xsl:call-template name="division"/>
            <xsl:call-template name="footnotes"/>
          </article>
        </body>
      </html>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="part|chapter|appendix|preface|article|section|simplesect|glossary|
      bibliography|dedication|acknowledgements|colophon|reference|refentry|refsection">
    <section class="{local-name()}">
      <xsl:call-template name="division"/>
    </section>
  </xsl:template>

  <xsl:template name="division">
    <xsl:if test="parent::*">
      <xsl:attribute name="id" select="f:id(.)"/>
    </xsl:if>
    <xsl:apply-templates select="@* except @role[not(parent::*)]"/>
    <xsl:variable name="level"
        select="min((6, count(ancestor-or-self::*[f:is-division(.)]) + 1))"/>
    <xsl:if test="f:title(.)">
      <xsl:element name="h{$level}" namespace="">
        <xsl:apply-templates select="f:title(.)/node()"/>
      </xsl:element>
    </xsl:if>
    <xsl:for-each select="(subtitle, info/subtitle)[1]">
      <p class="subtitle"><xsl:apply-templates/></p>
    </xsl:for-each>
    <xsl:apply-templates select="info"/>
    <xsl:if test="empty(parent::*) and $with-toc != 'no' and *[f:is-division(.)]">
      <nav class="toc">
        <xsl:call-template name="toc"/>
      </nav>
    </xsl:if>
    <xsl:apply-templates select="node() except (title, subtitle, info, titleabbrev)"/>
  </xsl:template>

  <xsl:template name="toc">
    <xsl:param name="depth" as="xs:integer" select="1"/>
    <xsl:variable name="entries" select="*[f:is-division(.)][f:title(.)]"/>
    <xsl:if test="exists($entries) and $depth le xs:integer(number($toc-depth))">
      <ol>
        <xsl:for-each select="$entries">
          <li>
            <a href="#{f:id(.)}"><xsl:value-of select="normalize-space(f:title(.))"/></a>
            <xsl:call-template name="toc">
              <xsl:with-param name="depth" select="$depth + 1"/>
            </xsl:call-template>
          </li>
        </xsl:for-each>
      </ol>
    </xsl:if>
  </xsl:template>

  <!-- What stands before the text. -->
  <xsl:template match="info">
    <xsl:variable name="people" select="author, authorgroup/author, editor"/>
    <xsl:if test="$people">
      <p class="authors">
        <xsl:for-each select="$people">
          <xsl:if test="position() gt 1">, </xsl:if>
          <span class="{local-name()}"><xsl:call-template name="person"/></span>
        </xsl:for-each>
      </p>
    </xsl:if>
    <xsl:for-each select="pubdate, date">
      <p class="date"><xsl:apply-templates/></p>
    </xsl:for-each>
    <xsl:for-each select="copyright">
      <p class="copyright">
        <xsl:value-of select="'©', string-join(year, ', '), string-join(holder, ', ')"/>
      </p>
    </xsl:for-each>
    <xsl:apply-templates select="abstract, legalnotice"/>
  </xsl:template>

  <xsl:template name="person">
    <xsl:variable name="parts" select=".//(honorific, firstname, givenname, othername, surname)"/>
    <xsl:value-of select="
        if ($parts) then string-join($parts/normalize-space(), ' ')
        else normalize-space((personname, orgname, .)[1])"/>
  </xsl:template>

  <!-- What an element says beside its name. -->
  <xsl:template match="@*"/>

  <xsl:template match="@xml:lang">
    <xsl:attribute name="lang" select="."/>
  </xsl:template>

  <xsl:template match="@dir">
    <xsl:attribute name="dir" select="."/>
  </xsl:template>

  <xsl:template match="@xml:id">
    <xsl:attribute name="id" select="."/>
  </xsl:template>

  <xsl:template match="@its:translate">
    <xsl:attribute name="translate" select="."/>
  </xsl:template>

  <!-- its:taIdentRef: its-ta-ident-ref -->
  <xsl:template match="@its:taIdentRef|@its:taClassRef|@its:taConfidence|@its:taIdent|@its:taSource|
      @its:term|@its:termInfoRef|@its:termConfidence|@its:annotatorsRef|@its:locNote|
      @its:locNoteType">
    <xsl:attribute name="its-{lower-case(replace(local-name(), '([A-Z])', '-$1'))}" select="."/>
  </xsl:template>

  <!-- 3. Elements that HTML has too; another is a span. -->

  <xsl:variable name="names" as="xs:string+" select="tokenize('itemizedlist=ul simplelist=ul
      orderedlist=ol procedure=ol substeps=ol calloutlist=ol listitem=li step=li callout=li member=li
      variablelist=dl glosslist=dl qandaset=dl question=dt answer=dd glossterm=dfn
      blockquote=blockquote epigraph=blockquote attribution=footer programlisting=pre screen=pre
      literallayout=pre synopsis=pre address=pre abstract=div sidebar=div legalnotice=div example=div
      informalexample=div equation=div informalequation=div note=aside tip=aside warning=aside
      caution=aside important=aside danger=aside bridgehead=p title=p biblioentry=p bibliomixed=p
      formalpara=div caption=p thead=thead tbody=tbody tfoot=tfoot row=tr tr=tr td=td th=th
      colgroup=colgroup col=col code=code literal=code command=code function=code filename=code
      option=code parameter=code varname=code constant=code classname=code methodname=code type=code
      envar=code systemitem=code property=code uri=code tag=code prompt=samp computeroutput=samp
      errorcode=samp userinput=kbd keycap=kbd replaceable=var abbrev=abbr acronym=abbr quote=q
      citetitle=cite firstterm=dfn subscript=sub superscript=sup emphasis=em foreignphrase=i', '\s+')"/>

  <xsl:template match="*">
    <xsl:variable name="name" as="xs:string" select="('strong'[current()/@role = ('bold', 'strong')],
        for $one in $names[substring-before(., '=') = local-name(current())]
        return substring-after($one, '='), 'span')[1]"/>
    <xsl:element name="{$name}" namespace="">
      <xsl:if test="not($name = ('em', 'strong', 'li', 'ul', 'ol', 'tr', local-name()))">
        <xsl:attribute name="class" select="local-name()"/>
      </xsl:if>
      <xsl:apply-templates select="@*"/>
      <xsl:if test="$name = 'aside' and not(title)">
        <p class="title">
          <xsl:value-of select="upper-case(substring(local-name(), 1, 1)), substring(local-name(), 2)"
              separator=""/>
        </p>
      </xsl:if>
      <xsl:call-template name="linked"/>
    </xsl:element>
  </xsl:template>

  <!-- Any inline may be a link. -->
  <xsl:template match="link" name="linked">
    <xsl:variable name="target" as="xs:string?"
        select="(@xlink:href/string(), @linkend/concat('#', .))[1]"/>
    <xsl:choose>
      <xsl:when test="$target">
        <a href="{$target}">
          <xsl:apply-templates/>
          <xsl:value-of select="$target[not(current()/node())]"/>
        </a>
      </xsl:when>
      <xsl:otherwise>
        <xsl:apply-templates/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- 4. Blocks. -->

  <xsl:variable name="blocks" as="xs:string+" select="tokenize('ul ol dl dt dd li blockquote pre div
      aside p', ' ')"/>

  <xsl:function name="f:is-block" as="xs:boolean">
    <xsl:param name="node" as="node()"/>
    <xsl:sequence select="$node/local-name() = ('para', 'table', 'informaltable', 'figure',
        'informalfigure', 'mediaobject') or (some $block in $blocks
        satisfies concat(local-name($node), '=', $block) = $names)"/>
  </xsl:function>

  <!-- A paragraph may hold lists and listings in DocBook; in HTML it ends before them. -->
  <xsl:template match="para|simpara">
    <xsl:variable name="para" select="."/>
    <xsl:for-each-group select="node()" group-adjacent="f:is-block(.)">
      <xsl:choose>
        <xsl:when test="current-grouping-key()">
          <xsl:apply-templates select="current-group()"/>
        </xsl:when>
        <xsl:when test="current-group()[self::* or normalize-space()]">
          <p>
            <xsl:apply-templates select="$para/(@* except @xml:id)"/>
            <xsl:apply-templates select="$para/@xml:id[current-group()[1] is $para/node()[1]]"/>
            <xsl:apply-templates select="current-group()"/>
          </p>
        </xsl:when>
      </xsl:choose>
    </xsl:for-each-group>
  </xsl:template>

  <xsl:template match="@numeration">
    <xsl:variable name="at"
        select="index-of(('loweralpha', 'upperalpha', 'lowerroman', 'upperroman'), .)"/>
    <xsl:if test="exists($at)">
      <xsl:attribute name="type" select="('a', 'A', 'i', 'I')[$at]"/>
    </xsl:if>
  </xsl:template>

  <xsl:template match="@startingnumber">
    <xsl:attribute name="start" select="."/>
  </xsl:template>

  <xsl:template match="@language[not(../@class)]">
    <xsl:attribute name="class" select="local-name(..), concat('language-', lower-case(.))"/>
  </xsl:template>

  <xsl:template match="varlistentry|glossentry" name="terms">
    <xsl:for-each select="term, glossterm">
      <dt>
        <xsl:apply-templates select="../@xml:id[current() is ../*[1]], @*, node()"/>
      </dt>
    </xsl:for-each>
    <xsl:for-each select="listitem, glossdef">
      <dd><xsl:apply-templates select="@*, node()"/></dd>
    </xsl:for-each>
    <xsl:for-each select="glosssee">
      <dd><xsl:call-template name="reference"/></dd>
    </xsl:for-each>
  </xsl:template>

  <!-- Those of a glossary have no list around them. -->
  <xsl:template match="glossentry[not(parent::glosslist)]" priority="1">
    <xsl:if test="not(preceding-sibling::*[1][self::glossentry])">
      <dl>
        <xsl:for-each select=". | following-sibling::glossentry">
          <xsl:call-template name="terms"/>
        </xsl:for-each>
      </dl>
    </xsl:if>
  </xsl:template>

  <xsl:template match="figure|informalfigure">
    <figure>
      <xsl:apply-templates select="@*, node() except (title, info)"/>
      <xsl:for-each select="f:title(.)">
        <figcaption><xsl:apply-templates/></figcaption>
      </xsl:for-each>
    </figure>
  </xsl:template>

  <xsl:template match="mediaobject|inlinemediaobject">
    <xsl:variable name="data" select="(imageobject/imagedata)[1]"/>
    <xsl:choose>
      <xsl:when test="$data">
        <img src="{$data/@fileref}" alt="{normalize-space(textobject[1])}">
          <xsl:copy-of select="$data/(@width, @height)[. castable as xs:integer]"/>
        </img>
      </xsl:when>
      <xsl:otherwise>
        <xsl:apply-templates select="textobject[1]/node()"/>
      </xsl:otherwise>
    </xsl:choose>
    <xsl:apply-templates select="caption"/>
  </xsl:template>

  <!-- 5. Tables: those of CALS, and those of HTML. -->

  <xsl:template match="table|informaltable">
    <table>
      <xsl:apply-templates select="@*"/>
      <xsl:if test="f:title(.) or caption">
        <caption><xsl:apply-templates select="(f:title(.), caption)[1]/node()"/></caption>
      </xsl:if>
      <xsl:apply-templates select="tgroup/(thead, tbody, tfoot), * except (tgroup, title, info, caption)"/>
    </table>
  </xsl:template>

  <xsl:template match="entry">
    <xsl:variable name="columns" select="ancestor::tgroup[1]/colspec"/>
    <xsl:variable name="span" select="ancestor::tgroup[1]/spanspec[@spanname = current()/@spanname]"/>
    <xsl:variable name="from" select="$columns[@colname = (current()/@namest, $span/@namest)[1]]"/>
    <xsl:variable name="to" select="$columns[@colname = (current()/@nameend, $span/@nameend)[1]]"/>
    <xsl:element name="{if (ancestor::thead) then 'th' else 'td'}" namespace="">
      <xsl:if test="$from and $to">
        <xsl:attribute name="colspan"
            select="1 + count($columns[. >> $from and not(. >> $to)])"/>
      </xsl:if>
      <xsl:for-each select="@morerows[. castable as xs:integer]">
        <xsl:attribute name="rowspan" select="1 + xs:integer(.)"/>
      </xsl:for-each>
      <xsl:for-each select="(@align, ancestor::tgroup[1]/@align)[1]">
        <xsl:attribute name="style" select="concat('text-align: ', .)"/>
      </xsl:for-each>
      <xsl:apply-templates select="@*, node()"/>
    </xsl:element>
  </xsl:template>

  <xsl:template match="@colspan|@rowspan|@span|@scope">
    <xsl:copy/>
  </xsl:template>

  <!-- 6. Inlines. -->

  <xsl:template match="email">
    <a href="mailto:{normalize-space()}"><xsl:apply-templates/></a>
  </xsl:template>

  <xsl:template match="xref|glosssee" name="reference">
    <xsl:variable name="target" select="key('id', (@linkend, @otherterm)[1], root())[1]"/>
    <a href="#{(@linkend, @otherterm)[1]}">
      <xsl:choose>
        <xsl:when test="node()"><xsl:apply-templates/></xsl:when>
        <xsl:when test="@endterm"><xsl:value-of select="key('id', @endterm, root())"/></xsl:when>
        <xsl:otherwise>
          <xsl:value-of select="normalize-space(($target/@xreflabel, $target/f:title(.),
              $target/glossterm, $target, concat('[', @linkend, ']'))[normalize-space()][1])"/>
        </xsl:otherwise>
      </xsl:choose>
    </a>
  </xsl:template>

  <xsl:template match="anchor">
    <span><xsl:apply-templates select="@*"/></span>
  </xsl:template>

  <xsl:template match="tag[not(@class) or @class = 'element']" priority="1">
    <code class="tag">&lt;<xsl:apply-templates/>&gt;</code>
  </xsl:template>

  <xsl:template match="keycombo|menuchoice">
    <span class="{local-name()}">
      <xsl:for-each select="* except shortcut">
        <xsl:if test="position() gt 1">
          <xsl:value-of select="if (parent::menuchoice) then ' → ' else '+'"/>
        </xsl:if>
        <xsl:apply-templates select="."/>
      </xsl:for-each>
    </span>
  </xsl:template>

  <xsl:template match="personname|author|editor">
    <span class="{local-name()}"><xsl:call-template name="person"/></span>
  </xsl:template>

  <xsl:template match="indexterm|remark|index|toc|titleabbrev|tgroup|colspec|spanspec|alt"/>

  <xsl:variable name="footnotes" as="xs:string*" select="$document//footnote/generate-id()"/>

  <xsl:template match="footnote|footnoteref">
    <xsl:variable name="note" select="if (self::footnote) then . else key('id', @linkend, root())[1]"/>
    <xsl:variable name="number" select="index-of($footnotes, $note/generate-id())"/>
    <sup class="footnote"><a href="#footnote-{$number}">
      <xsl:if test="self::footnote"><xsl:attribute name="id" select="concat('footnote-of-', $number)"/></xsl:if>
      <xsl:value-of select="$number"/>
    </a></sup>
  </xsl:template>

  <xsl:template name="footnotes">
    <xsl:if test=".//footnote">
      <ol class="footnotes">
        <xsl:for-each select=".//footnote">
          <li id="footnote-{position()}">
            <xsl:apply-templates/>
            <a href="#footnote-of-{position()}">↩</a>
          </li>
        </xsl:for-each>
      </ol>
    </xsl:if>
  </xsl:template>

  <!-- White space between blocks says nothing. -->
  <xsl:template match="text()[not(normalize-space())][../*[f:is-block(.) or f:is-division(.)]]
      [not(../self::para)]"/>
</xsl:stylesheet>
