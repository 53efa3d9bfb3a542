import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanContent, cleanHtml, decodeEntities, escapeHtml, plainLine, stripTags } from './html.ts'

describe('cleaned HTML', () => {
  test.each([
    // Recorded: events-create/sanitising and backslashes, events-record, wire-events 2.5.
    [
      '<p>ok <strong>b</strong> <em>i</em> <a href="https://a.example/">l</a></p>',
      '<p>ok <strong>b</strong> <em>i</em> <a href="https://a.example/">l</a></p>',
    ],
    ['<p onclick="x()">p</p>', '<p>p</p>'],
    ['T <b>bold</b> <em>e</em>', 'T <b>bold</b> <em>e</em>'],
    ['<a href="javascript:alert(1)">l</a>', '<a href="alert(1)">l</a>'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<iframe src="https://x.example/">t</iframe>', 't'],
    ['back\\slash %41', 'back\\slash %41'],
    ['Fish & Chips', 'Fish & Chips'],
    ['Already &amp; encoded &eacute; &#8217;', 'Already &amp; encoded &eacute; &#8217;'],
    ['<b>"q"</b> & it\'s 1 > 0', '<b>"q"</b> & it\'s 1 > 0'],
    ['a < b', 'a &lt; b'],
    [
      '<a href="https://a.example/?x=1&amp;y=2">link</a>',
      '<a href="https://a.example/?x=1&amp;y=2">link</a>',
    ],
    ['<!-- wp:paragraph --><p>block</p><!-- /wp:paragraph -->', '<p>block</p>'],
    // Ours.
    ['I <3 you <y and z', 'I &lt;3 you &lt;y and z'],
    ['a<br>b<hr/>', 'a<br />b<hr />'],
    ['<b>open', '<b>open</b>'],
    ['<P CLASS=x>y', '<p class="x">y</p>'],
    ['x <!-- y', 'x &lt;!-- y'],
    ['<p style="text-align: center;">x</p>', '<p style="text-align: center;">x</p>'],
    ['<p style="position: fixed; color: #fff">x</p>', '<p style=" color: #fff">x</p>'],
    ['<p style="background-color: url(x)">x</p>', '<p>x</p>'],
    [
      '<a href="mailto:a@b.example" target="_blank" rel="noopener">x</a>',
      '<a href="mailto:a@b.example" target="_blank" rel="noopener">x</a>',
    ],
    [
      '<img src="https://x.example/a.png" alt="" width="10" onerror="x()" />',
      '<img src="https://x.example/a.png" alt="" width="10" />',
    ],
    ['<form action="x"><input name="a"><button>b</button></form>', 'b'],
    ['a\0b\u{fdd0}c\ud800', 'abc\ufffd'],
  ])('%j → %j', (text, clean) => {
    expect(cleanHtml(text)).toBe(clean)
  })

  test.each([
    '<a href=" java\nscript:alert(1)">x</a>',
    '<a href="javascript:javascript:alert(1)">x</a>',
    '<a href="&#106;avascript&colon;alert(1)">x</a>',
    '<a href="java&Tab;script:alert(1)">x</a>',
    '<a href="\u0001javascript:alert(1)">x</a>',
    '<a href=x"onmouseover="alert(1)">x</a>',
    '<svg><a xlink:href="javascript:alert(1)"><script>alert(1)</script></a></svg>',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    '<img src=x onerror=alert(1)//',
    '<img src="data:text/html;base64,x">',
    '<<script>script>alert(1)<</script>/script>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
    '<style><img title="</style><img src=x onerror=alert(1)>"></style>',
    '<iframe><iframe><img src=x onerror=alert(1)></iframe>',
    '<b title="<img src=x onerror=alert(1)>">x</b>',
    '<div style="background:url(javascript:alert(1))">x</div>',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  ])('%s does no harm', (text) => {
    const tags = cleanHtml(text).match(/<[^>]*>/g) ?? []
    const withoutTitles = tags.join('').replaceAll(/ title="[^"]*"/g, '')
    expect(withoutTitles).not.toMatch(/script|data:|\son\w+=|<(?:style|iframe|svg|math|meta|base|form)/i)
    expect(cleanHtml(cleanHtml(text))).toBe(cleanHtml(text))
  })

  test('is the text itself when it holds no tags', () => {
    fc.assert(
      fc.property(fc.string(), (text) => cleanHtml(text.replaceAll('<', '')) === text.replaceAll('<', '')),
    )
  })

  test('is the text itself when it is plain paragraphs, which the sanitiser finds as well', () => {
    const words = fc.string().map((text) => text.replaceAll('<', ''))
    const marked = fc.tuple(fc.constantFrom('b', 'em', 'i', 'strong'), words, words)
    const inside = fc.array(marked.map(([name, text, after]) => `<${name}>${text}</${name}>${after}`))
    const paragraph = fc
      .tuple(words, inside, words)
      .map(([text, marks, after]) => `<p>${text}${marks.join('')}</p>${after}`)
    fc.assert(
      fc.property(words, fc.array(paragraph), (text, paragraphs) => {
        const plain = text + paragraphs.join('')
        expect(cleanContent(plain)).toBe(plain)
        expect(cleanContent(`<hr />${plain}`)).toBe(`<hr />${plain}`)
      }),
    )
  })

  test.each(['<p>a</b>', '<p>a<b>b</p>', '<p>a<b>b<i>c</b></p>', '<p>a<p>b</p>', '<p>a', 'a</p>'])(
    '%j is not taken for plain',
    (text) => expect(cleanContent(text)).toBe(cleanContent(`<hr />${text}`).slice('<hr />'.length)),
  )

  test.each([
    ['<!-- wp:paragraph --><p>a &amp; b</p><!-- /wp:paragraph -->', undefined],
    ['<!-- wp:my/list {"a":"1 & 2"} /-->x', undefined],
    ['<!-- wp:a --!><img src=x onerror=alert(1)> -->x', 'x'],
    ['<!-- wp:a {"x":"<b>"} -->x', 'x'],
    ['<!-- wp -->x<!-- more -->', 'x'],
    ['<a title="<!-- wp:a -->" onclick="x()">y</a>', '<a title="&lt;!-- wp:a --&gt;">y</a>'],
  ])('of a block editor, %j keeps its marks and nothing else', (text, clean) => {
    expect(cleanContent(text)).toBe(clean ?? text)
  })

  test('has few open elements, whatever was sent, and keeps the text', () => {
    const deep = cleanHtml(`${'<b>'.repeat(2000)}x${'</b>'.repeat(2000)}`)
    expect(deep).toBe(`${'<b>'.repeat(100)}x${'</b>'.repeat(100)}`)
  })
})

describe('a plain line', () => {
  test.each([
    // Recorded: venues/text-rendering, backslashes.
    ['  a  <b>b</b>\n c ', 'a b c'],
    [' 1 <i>Main</i>\tSt ', '1 Main St'],
    ['São  Paulo', 'São Paulo'],
    [' 0123 ', '0123'],
    ['a\\b 1\\2', 'a\\b 1\\2'],
    ['a < b', 'a &lt; b'],
    ['100%41 & more', '100%41 & more'],
    // Ours.
    ['1 <b', '1 &lt;b'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<<b>script>x', '&lt;script>x'],
    ['a\0b', 'ab'],
    ['<br>', ''],
  ])('%j → %j', (text, line) => {
    expect(plainLine(text)).toBe(line)
  })
})

test.each([
  ['a <b>b</b> c', 'a b c'],
  ['<a title="x > y">z</a>', 'z'],
  ["<a title='>'>z</a>", 'z'],
  ['x<!-- <b> -->y', 'xy'],
  ['<style>p { }</style>x', 'x'],
  ['a > b', 'a > b'],
])('stripped of tags, %j is %j', (text, plain) => {
  expect(stripTags(text)).toBe(plain)
})

test.each([
  ['&amp; &#038; &#38; &#x26;', '& & & &'],
  ['&#8220;q&#8221; it&#8217;s &#8212; &#8230; 2&#215;3 5&#8242; 6&#8243;', '“q” it’s — … 2×3 5′ 6″'],
  ['&lt;b&gt; &quot; &apos; &#039; &nbsp;|', "<b> \" ' ' \u00a0|"],
  ['caf&eacute; &Eacute; &ouml; &szlig; &yuml; &euro; &hellip;', 'café É ö ß ÿ € …'],
  ['&amp;lt;', '&lt;'],
  ['&unknown; & &; &#; &#xd800; &#0; AT&T', '&unknown; & &; &#; &#xd800; &#0; AT&T'],
])('%s reads %s', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded)
})

test('what is escaped reads as it was, and holds no markup', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(decodeEntities(escapeHtml(text))).toBe(text)
      expect(escapeHtml(text)).not.toMatch(/[<>"']/)
    }),
  )
})
