import { expect, test } from 'vitest'
import { plainParagraphs, whereText } from './feed.text.ts'

test.each([
  ['', ''],
  ['<p>One\ntwo</p>\n<p>Three</p>', 'One two\n\nThree'],
  ['<p>One<br />\ntwo</p>', 'One\ntwo'],
  ['<p>Read <a href="https://a.example">this</a> &amp; that</p>', 'Read this & that'],
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
