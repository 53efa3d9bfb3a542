import { expect, test } from 'vitest'
import { plainParagraphs, whereText } from './feed.text.ts'

test.each([
  ['', ''],
  ['<p>One\ntwo</p>\n<p>Three</p>', 'One two\n\nThree'],
  ['<p>One<br />\ntwo</p>', 'One\ntwo'],
  ['<p>Read <a href="https://a.example">this</a> &amp; that</p>', 'Read this (https://a.example) & that'],
  ['<a href="https://a.example/x?a=1&amp;b=2">Tickets</a>', 'Tickets (https://a.example/x?a=1&b=2)'],
  [
    '<a href="https://a.example/">https://a.example</a>, <a href="https://www.a.example/x">a.example/x</a>',
    'https://a.example, a.example/x',
  ],
  [
    '<a href="mailto:ann@a.example">Ann</a> <a href="mailto:bo@a.example">bo@a.example</a>',
    'Ann (ann@a.example) bo@a.example',
  ],
  [
    '<a href="#top">Up</a> <a name="x">here</a> <a href="https://a.example"><img src="x"></a>',
    'Up here https://a.example',
  ],
  ['<p><a href="https://a.example">open</p><p>end</p>', 'open\n\nend'],
  ['<h2>Head</h2>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n<p>End</p>', 'Head\n\n- One\n- Two\n\nEnd'],
  ['<blockquote><p>Said</p></blockquote>', 'Said'],
  ['a &lt;b&gt; c', 'a <b> c'],
  ['<table><tr><td>A</td><td>B</td></tr><tr><td>C</td></tr></table>', 'A\nB\nC'],
  ['a\x1eb\x1dc', 'a b c'],
])('%j reads %j', (html, text) => {
  expect(plainParagraphs(html)).toBe(text)
})

test('several venues are one line', () => {
  const venues = [
    { name: 'Mill', address: 'Via Roma 1' },
    { name: 'Hall', address: '' },
  ]
  expect(whereText({ venues })).toBe('Mill, Via Roma 1; Hall')
})
