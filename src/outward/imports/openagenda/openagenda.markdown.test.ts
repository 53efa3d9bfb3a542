import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../../../test/support/cpuTime.ts'
import { descriptionHtml } from './openagenda.markdown.ts'

test.each([
  ['a paragraph\nof two lines', 'a paragraph\nof two lines'],
  ['# Titre #\nText', '<h2>Titre</h2>\n\nText'],
  ['1. un\n2. *deux*\n\n3. trois', '<ol><li>un</li><li><em>deux</em></li><li>trois</li></ol>'],
  ['* un\n  suite\n* deux\n\nAprès', '<ul><li>un suite</li><li>deux</li></ul>\n\nAprès'],
  ['> dit\n> lui', '<blockquote>dit\nlui</blockquote>'],
  ['***\nfin', '<hr />\n\nfin'],
  ['a_b_c \\*d\\* 2*3*4 & <b', 'a_b_c *d* 2*3*4 &amp; &lt;b'],
  [
    '[**fort**](https://a.example/x?a=1&b=2 "titre") <https://b.example>',
    '<a href="https://a.example/x?a=1&amp;b=2"><strong>fort</strong></a> <a href="https://b.example">https://b.example</a>',
  ],
  ['![Affiche](https://a.example/x.jpg)', '<img src="https://a.example/x.jpg" alt="Affiche" />'],
  ['<p>Already</p>', '<p>Already</p>'],
])('of the texts %j is %j', (markdown, html) => {
  expect(descriptionHtml(markdown)).toBe(html)
})

test('texts that look like notation all the way take no longer than others', async () => {
  const text = ['*', '_', '[', '> ', '**', '![', '\\', '- - '].map((sign) => sign.repeat(20_000)).join('\n')
  expect(await cpuTimeOf(() => descriptionHtml(text))).toBeLessThan(2_000)
})
