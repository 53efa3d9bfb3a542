import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/support/cpuTime.ts'
import { isEmail, readWebUrl } from './address.ts'
import { readAmounts } from './amounts.ts'
import { plainTextOfHtml } from './plain.ts'
import { readCost } from './cost.ts'
import { fold } from './fold.ts'
import { cleanContent, cleanHtml, decodeEntities, escapeHtml, plainLine, stripTags } from './html.ts'
import { renderContent, renderTermName, renderTitle, termText } from './render.ts'
import { sameRendered } from './sameText.ts'
import { eventWords, recordWords } from './search.ts'
import { slugify } from './slug.ts'

const LENGTH = 64_000

const PATTERNS = [
  '<b>',
  '<div>',
  '<p>',
  '<p></p>',
  '<li><p>',
  '<table><tr><td>',
  '<b></i>',
  '<iframe>',
  '<script>',
  '<textarea>',
  '<',
  '<a',
  '<a<',
  '<a ="',
  "<a ='>'",
  '<!',
  '<!--',
  '<!-->',
  '<!-- wp:a {',
  '<!-- wp:a -->',
  '<!-- ',
  '<a x=1 ',
  '</',
  '>',
  '&',
  '&a',
  '&amp;',
  '&#',
  '&#1',
  '%',
  '%e6',
  '%e6%97%a5',
  '"',
  "'",
  '""',
  '1"',
  "1'",
  '1x',
  '1,',
  '1.',
  '.',
  '-',
  '- ',
  '--',
  ' ',
  '\n',
  ' \n',
  '\n ',
  '\r',
  'a\n',
  'a\n\n',
  '<br>',
  '<br>\n',
  '<br> ',
  ' <br>',
  '<br><b></b>',
  'a\u0301',
  '\u0301',
  'ß',
  '日',
  '🎉',
  '\ud83c',
  '\ufdd0',
  '\0',
  'x:',
  'a@',
  'a.',
  '$',
  '$1',
  '1 000 ',
  'free ',
  'a b ',
]

const TEXTS = [
  ...PATTERNS.map((pattern) => pattern.repeat(Math.ceil(LENGTH / pattern.length))),
  `${'<b>'.repeat(LENGTH / 6)}${'</i>'.repeat(LENGTH / 8)}`,
  `<a href="${'x:'.repeat(LENGTH / 2)}">`,
  `<a style="${'a:b;'.repeat(LENGTH / 4)}">`,
  `<a ${'x=1 '.repeat(LENGTH / 4)}>`,
  `${'1,'.repeat(LENGTH / 2)}x1`,
  `${'1'.repeat(LENGTH)}%`,
  `${'111 '.repeat(LENGTH / 4)}%`,
  `1${' '.repeat(LENGTH)}x1`,
  `https://${'a.'.repeat(LENGTH / 2)}`,
]

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  cleanHtml,
  cleanContent,
  plainLine,
  stripTags,
  escapeHtml,
  decodeEntities,
  slugify,
  fold,
  renderTitle,
  renderContent,
  renderTermName,
  termText,
  readCost,
  readAmounts,
  eventWords,
  recordWords,
  readWebUrl,
  isEmail,
  plainTextOfHtml,
  sameRendered: (text) => sameRendered(text, `${text} `, { render: renderContent }),
}

// Work that grows with the square of the length takes seconds at this length; the limit leaves a slow machine air.
test.each(Object.entries(FUNCTIONS))(
  '%s takes time in proportion to hostile texts of 64 kB',
  async (_, run) => {
    for (const text of TEXTS) {
      expect(await cpuTimeOf(() => run(text)), text.slice(0, 20)).toBeLessThan(600)
    }
  },
)
