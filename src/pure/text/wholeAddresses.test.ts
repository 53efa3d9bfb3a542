import { expect, test } from 'vitest'
import { withWholeAddresses } from './wholeAddresses.ts'

const home = 'https://calendar.example/town'

test.each([
  ['<a href="/a?b=1&amp;c#d">x</a>', '<a href="https://calendar.example/a?b=1&amp;c#d">x</a>'],
  ['<img src="//cdn.example/a.jpg" alt="/b">', '<img src="https://cdn.example/a.jpg" alt="/b">'],
  [
    "<a title='>' href='a b/ü.html'>x</a>",
    "<a title='>' href='https://calendar.example/town/a b/ü.html'>x</a>",
  ],
  ['<A HREF=/a>x</A>', '<A HREF="https://calendar.example/a">x</A>'],
  ['<a href="../a/./b?c=../d">x</a>', '<a href="https://calendar.example/a/b?c=../d">x</a>'],
  ['<a href="?a=1">x</a>', '<a href="https://calendar.example/town/?a=1">x</a>'],
  [
    '<video poster="/p.jpg" src="/v.mp4"></video>',
    '<video poster="https://calendar.example/p.jpg" src="https://calendar.example/v.mp4"></video>',
  ],
  ['<blockquote cite="/a">x</blockquote>', '<blockquote cite="https://calendar.example/a">x</blockquote>'],
  [
    '<a href="https://a.example/b">a</a> <a href="/b">b</a>',
    '<a href="https://a.example/b">a</a> <a href="https://calendar.example/b">b</a>',
  ],
  [String.raw`<a href="\\a.example/b">x</a>`, '<a href="https://a.example/b">x</a>'],
])('%s has whole addresses', (html, whole) => {
  expect(withWholeAddresses(html, home)).toBe(whole)
  expect(withWholeAddresses(whole, home)).toBe(whole)
})

test.each([
  '<a href="#part">x</a>',
  '<a href="mailto:a@b.example">x</a>',
  '<a href="tel:+1">x</a>',
  '<a href="HTTPS://A.example">x</a>',
  '<a href="">x</a>',
  'a href="/x" <b data-href="/y">x</b> <!-- <a href="/z"> -->',
  '<code>&lt;a href="/x"&gt;</code>',
])('%s stays', (html) => {
  expect(withWholeAddresses(html, home)).toBe(html)
})
