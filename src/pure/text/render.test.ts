import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paragraphs } from './paragraphs.ts'
import {
  escapeUrl,
  renderContent,
  renderExcerpt,
  renderTermDescription,
  renderTermName,
  renderTitle,
  termText,
} from './render.ts'
import { runs } from '../../../test/support/runs.ts'

describe('a title', () => {
  test.each([
    // Recorded: events-record/title-typography, events-create/sanitising, venues/text-rendering.
    ['Fish & Chips', 'Fish &#038; Chips'],
    ['Say "hello" now', 'Say &#8220;hello&#8221; now'],
    ["It's here", 'It&#8217;s here'],
    ['A -- B', 'A &#8212; B'],
    ['Wait...', 'Wait&#8230;'],
    ['Room 10x20 big', 'Room 10&#215;20 big'],
    ['Café Über', 'Café Über'],
    ["Rock 'n' Roll", 'Rock &#8216;n&#8217; Roll'],
    ["The '80s", 'The &#8217;80s'],
    ['A --- B', 'A &#8212; B'],
    ['"Quoted"', '&#8220;Quoted&#8221;'],
    ['Already &amp; encoded', 'Already &amp; encoded'],
    ['5\' 6" tall', '5&#8242; 6&#8243; tall'],
    ['  padded   x ', 'padded   x'],
    ['T <b>bold</b> <em>e</em>', 'T <b>bold</b> <em>e</em>'],
    ['back\\slash', 'back\\slash'],
    ["It's -- here...", 'It&#8217;s &#8212; here&#8230;'],
    ['Full & "Hall" <b>B</b>', 'Full &#038; &#8220;Hall&#8221; <b>B</b>'],
    // Ours.
    ['Fish &#038; &#8220;Chips&#8221;', 'Fish &#038; &#8220;Chips&#8221;'],
    ['10 - 12, pages 3--4, xn--idn.example', '10 &#8211; 12, pages 3&#8211;4, xn--idn.example'],
    ['----', '----'],
    ['"" and "\'a\' b"', '&#8220;&#8221; and &#8220;&#8216;a&#8217; b&#8221;'],
    ['0x20, a1x2, 1x2b, 1,000x20.5', '0x20, a1x2, 1x2b, 1,000&#215;20.5'],
    [
      '<b>"hi"</b> "<em>there</em>" <i>Bob</i>\'s',
      '<b>&#8220;hi&#8221;</b> &#8220;<em>there</em>&#8221; <i>Bob</i>&#8217;s',
    ],
    ["(\"in '99\") 'tis 1990's", '(&#8220;in &#8217;99&#8221;) &#8217;tis 1990&#8217;s'],
    ["'Twas the '90s, 'til now", '&#8216;Twas the &#8217;90s, &#8217;til now'],
    ['"Singin\'" and "the \'best\'"', "&#8220;Singin'&#8221; and &#8220;the &#8216;best'&#8221;"],
    ['"Part 2" and "Part 3"', '&#8220;Part 2&#8221; and &#8220;Part 3&#8221;'],
    ['"a 6" nail"', '&#8220;a 6&#8243; nail&#8221;'],
    ['<code>"a" -- b</code> "c"', '<code>"a" -- b</code> &#8220;c&#8221;'],
    ['<b title="it\'s -- x">y</b>', '<b title="it\'s -- x">y</b>'],
  ])('%j reads %j', (stored, title) => {
    expect(renderTitle(stored)).toBe(title)
  })
})

describe('a description', () => {
  test('reads the same whether it is taken apart or seen to be as it will be', () => {
    const line = fc.stringMatching(/^[ \t\u00a0a>&'-]{0,6}$/)
    const text = fc.oneof(
      line,
      fc
        .array(
          line.map((line) => `<p>${line}</p>`),
          { maxLength: 3 },
        )
        .map((lines) => lines.join('\n')),
    )
    fc.assert(
      fc.property(text, (text) => {
        // The comment makes no difference but that the text is taken apart.
        expect(paragraphs(`<!--x-->${text}`)).toBe(paragraphs(text))
      }),
      { numRuns: runs(1000) },
    )
  })

  test.each([
    // Recorded: events-record/description-rendering, venues/text-rendering, wire-others 1.6.
    ['One line', '<p>One line</p>'],
    ['a\nb', '<p>a<br />\nb</p>'],
    ['a\n\nb', '<p>a</p>\n<p>b</p>'],
    ['<p>ready</p>', '<p>ready</p>'],
    ['<div>x</div>y', '<div>x</div>\n<p>y</p>'],
    ['<ul><li>a</li><li>b</li></ul>', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['"q" & it\'s -- ... 2x3', '<p>&#8220;q&#8221; &#038; it&#8217;s &#8212; &#8230; 2&#215;3</p>'],
    ['it\'s "q" & 2x3', '<p>it&#8217;s &#8220;q&#8221; &#038; 2&#215;3</p>'],
    [
      '<strong>b</strong> and <a href="https://a.example/?x=1&amp;y=2">link</a>',
      '<p><strong>b</strong> and <a href="https://a.example/?x=1&amp;y=2">link</a></p>',
    ],
    ['<h2>Head</h2>\ntext', '<h2>Head</h2>\n<p>text</p>'],
    ['a\r\nb', '<p>a<br />\nb</p>'],
    ['café 日本', '<p>café 日本</p>'],
    ['<blockquote>q</blockquote>', '<blockquote><p>q</p></blockquote>'],
    ['<!-- wp:paragraph --><p>block</p><!-- /wp:paragraph -->', '<p>block</p>'],
    ['<a href="alert(1)">l</a>', '<p><a href="alert(1)">l</a></p>'],
    ['a\\b', '<p>a\\b</p>'],
    ['First\n\nSecond', '<p>First</p>\n<p>Second</p>'],
    ['', ''],
    // Ours.
    [' \n\n ', ''],
    ['a\n\n\n\nb\n', '<p>a</p>\n<p>b</p>'],
    ['a<br />b<br />\nc<br /><br />d', '<p>a<br />b<br />\nc</p>\n<p>d</p>'],
    ['<b>a</b> <i>b</i>\n <u>c</u>', '<p><b>a</b> <i>b</i><br />\n<u>c</u></p>'],
    ['<b>a\n\nb</b>', '<p><b>a<br />\n<br />\nb</b></p>'],
    ['<p>a\n\nb</p>', '<p>a</p>\n<p>b</p>'],
    ['<p></p>x<p> </p>y<p><br /></p>', '<p>x</p>\n<p>y</p>'],
    ['a<br />\n\nb', '<p>a</p>\n<p>b</p>'],
    ['a\n<br />b', '<p>a<br />b</p>'],
    ['<div>\n\na\n\nb\n\n</div>', '<div><p>a</p>\n<p>b</p></div>'],
    [
      '<ul>\n<li>Item\n<ul>\n<li>x</li>\n</ul>\n</li>\n</ul>',
      '<ul>\n<li>Item\n<ul>\n<li>x</li>\n</ul>\n</li>\n</ul>',
    ],
    [
      '<table><tr><td>a</td><td>b</td></tr></table>',
      '<table>\n<tr>\n<td>a</td>\n<td>b</td>\n</tr>\n</table>',
    ],
    ['a<hr />b', '<p>a</p>\n<hr />\n<p>b</p>'],
    ['<pre>a\n\n  "b" <b>c</b></pre>d', '<pre>a\n\n  "b" <b>c</b></pre>\n<p>d</p>'],
    ['<a href="x"><div>t</div></a>', '<a href="x">\n<div>t</div>\n</a>'],
    ['<img src="x" /> a\n\n<img src="y" />', '<p><img src="x" /> a</p>\n<p><img src="y" /></p>'],
    ['<h2>a\nb</h2>', '<h2>a<br />\nb</h2>'],
    ['x</div>', '<p>x</p></div>'],
    ['<div><p>x</p></div>', '<div>\n<p>x</p>\n</div>'],
    ['<blockquote><p>q</p></blockquote>', '<blockquote>\n<p>q</p>\n</blockquote>'],
    [
      '<figure><img src="x" /><figcaption>c</figcaption></figure>',
      '<figure><img src="x" /><figcaption>c</figcaption></figure>',
    ],
    ["``q'' a ( tm) b (tm) c(tm)", '<p>&#8220;q&#8221; a ( tm) b &#8482; c(tm)</p>'],
    // Written in a block editor: nothing but the marks goes.
    [
      '<!-- wp:paragraph -->\n<p>a\nb</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:separator /-->\n' +
        '<!-- wp:my/list {"ordered":true} --><ul><li>"x"</li></ul><!-- /wp:my/list -->',
      '<p>a\nb</p>\n\n\n\n<ul><li>&#8220;x&#8221;</li></ul>',
    ],
    ['<!-- wp:--> a\nb', '<p>a<br />\nb</p>'],
  ])('%j reads %j', (stored, description) => {
    expect(renderContent(stored)).toBe(description)
  })
})

test.each([
  ['Short text', '<p>Short text</p>'],
  ['It\'s "so" & so', '<p>It&#8217;s &#8220;so&#8221; &#038; so</p>'],
  ['', ''],
])('the excerpt %j reads %j', (stored, excerpt) => {
  expect(renderExcerpt(stored)).toBe(excerpt)
})

describe('a term', () => {
  test.each([
    // Recorded: categories/record, wire-others 1.5.
    ['Full & <b>B</b> "q"', 'Full & B "q"', 'Full &amp; B "q"'],
    ['A & B', 'A & B', 'A &amp; B'],
    ['Été', 'Été', 'Été'],
    // Ours.
    ['A &amp; B', 'A & B', 'A &amp; B'],
    ['  a \n b ', 'a b', 'a b'],
    ['a < b', 'a < b', 'a &lt; b'],
    ['&lt;script&gt;', '<script>', '&lt;script&gt;'],
    ['back\\slash', 'back\\slash', 'back\\slash'],
  ])('%j is stored as %j and reads %j', (sent, stored, name) => {
    expect(termText(sent)).toBe(stored)
    expect(renderTermName(stored)).toBe(name)
  })

  test('as read is stored as it was', () => {
    fc.assert(
      fc.property(fc.string().map(termText), (stored) => {
        const shown = renderTermName(stored)
        expect(renderTermName(termText(shown))).toBe(shown)
      }),
    )
  })

  test.each([
    ['Desc <b>x</b> & "y"\n\nsecond', 'Desc <b>x</b> &amp; "y"\n\nsecond'],
    ['Desc <b>x</b>', 'Desc <b>x</b>'],
    ['&amp; &eacute;', '&amp; &eacute;'],
  ])('described as %j reads %j', (stored, description) => {
    expect(renderTermDescription(stored)).toBe(description)
  })
})

test.each([
  ['http://example.org/path?a=1&b=2#f', 'http://example.org/path?a=1&amp;b=2#f'],
  ['https://event.example/a?b=1&c=2', 'https://event.example/a?b=1&amp;c=2'],
  ["https://x.example/it's", 'https://x.example/it&#039;s'],
])('the website %s reads %s', (website, escaped) => {
  expect(escapeUrl(website)).toBe(escaped)
})
