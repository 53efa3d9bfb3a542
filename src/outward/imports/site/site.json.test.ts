import { expect, test } from 'vitest'
import { readJson } from './site.json.ts'

const answer = { events: [{ id: 1, title: 'A "b" {c} [d] \\' }], total: 1 }
const json = JSON.stringify(answer)

test.each([
  ['as it should be', json],
  ['with a mark of byte order', `\ufeff${json}`],
  [
    'after a notice of PHP',
    `<br />\n<b>Notice</b>: Undefined index: x in <b>/www/x.php</b> on line <b>1</b><br />\n${json}`,
  ],
  [
    'after a notice as a text',
    `\nDeprecated: f(): {closure} of Array[0] [] {} in /www/x.php on line 3\n\n${json}`,
  ],
  ['before a comment of a cache', `${json}\n<!-- Cached page {served} by x, 0.1 s [a] -->`],
  ['before a script of the host', `${json}<script>var x = {"a": 1}</script>`],
  ['between both', `Warning: y\n${json}\n<!-- z -->`],
])('%s', (_, text) => {
  expect(readJson(text)).toEqual(answer)
})

test.each([
  ['a page with JSON in a script', `<!doctype html><html><script>${json}</script></html>`],
  ['an answer that is cut off', json.slice(0, 40)],
  ['nothing', ''],
  ['a text', 'Fatal error: [1, 2] in {closure}'],
])('%s is none', (_, text) => {
  expect(readJson(text)).toBeUndefined()
})
