import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanContent, cleanHtml, plainLine } from './html.ts'
import { renderContent, renderTitle } from './render.ts'
import { sameRendered } from './sameText.ts'
import { runs } from '../../../test/support/runs.ts'

/** Texts that look like HTML, well formed or not. */
const htmlLike = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '<p>',
          '</p>',
          '<b>',
          '</b>',
          '<div class="x">',
          '</div>',
          '<a href="javascript:x">',
          '<a href=https://x.example/?a=1&amp;b=2>',
          '</a>',
          '<ul>',
          '<li>',
          '</li>',
          '</ul>',
          '<br>',
          '<br/>',
          '<hr>',
          '<img src="x" alt="">',
          '<script>',
          '</script>',
          '<!-- c -->',
          '<!-- wp:paragraph {"align":"left"} -->',
          '<!-- /wp:paragraph -->',
          '<!--',
          '<pre>',
          '</pre>',
          '<code>',
          '</code>',
          '<h2>',
          '</h2>',
          '<table>',
          '<tr>',
          '<td>',
          '</table>',
          '<blockquote>',
          '</blockquote>',
          '<iframe>',
          '<p onclick="x()">',
          '<svg>',
          '<style>',
          '<b title="a > b">',
          "<b title='\"'>",
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          ' ',
          '\n',
          '\n\n',
          '\r\n',
          '&',
          '&amp;',
          '&eacute;',
          '&#038;',
          '<',
          '>',
          '"',
          "'",
          '--',
          ' - ',
          '...',
          '2x3',
          "it's",
          '"q"',
          '5\' 6"',
          '\\',
          '%41',
          'é',
          '日本',
          '🎉',
        ),
      },
      { weight: 1, arbitrary: fc.string() },
      { weight: 1, arbitrary: fc.lorem({ maxCount: 3 }) },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

test('clean HTML is clean already', () => {
  fc.assert(
    fc.property(htmlLike, (text) => {
      expect(cleanHtml(cleanHtml(text))).toBe(cleanHtml(text))
    }),
    { numRuns: runs(1000) },
  )
})

test('clean HTML with the marks of block editors is clean already, and holds no other comments', () => {
  fc.assert(
    fc.property(htmlLike, (text) => {
      const content = cleanContent(text)
      expect(cleanContent(content)).toBe(content)
      expect(cleanHtml(content)).toBe(cleanHtml(text))
      expect(content.replaceAll(/<!-- \/?wp:paragraph (\{"align":"left"\} )?-->/g, '')).not.toContain('<!--')
    }),
    { numRuns: runs(1000) },
  )
})

test('a plain line is plain already, one line, and without tags', () => {
  fc.assert(
    fc.property(htmlLike, (text) => {
      const line = plainLine(text)
      expect(plainLine(line)).toBe(line)
      expect(line).not.toMatch(/[<\n\r\t]|^ | $/)
    }),
  )
})

test('a description rendered once more reads the same, and is clean', () => {
  fc.assert(
    fc.property(htmlLike.map(cleanHtml), (stored) => {
      const rendered = renderContent(stored)
      // Tags side by side may come to stand on lines of their own.
      expect(withoutTagLines(renderContent(rendered))).toBe(withoutTagLines(rendered))
      expect(cleanHtml(rendered)).toBe(rendered)
    }),
    { numRuns: runs(2000) },
  )
})

const withoutTagLines = (html: string) => html.replaceAll('>\n<', '><')

test('whatever is stored, what is read of it says the same (D49)', () => {
  fc.assert(
    fc.property(htmlLike.map(cleanContent), (stored) => {
      expect(sameRendered(cleanContent(renderContent(stored)), stored, { render: renderContent })).toBe(true)
      expect(sameRendered(cleanHtml(renderTitle(stored)), stored, { render: renderTitle })).toBe(true)
    }),
  )
})
