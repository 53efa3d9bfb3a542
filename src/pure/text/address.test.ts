import { describe, expect, test } from 'vitest'
import { isAddress, isEmail, readWebUrl, withoutSecrets } from './address.ts'
import { plainTextOfHtml } from './plain.ts'

describe('a website', () => {
  test.each([
    // Recorded: events-create/website, venues/websites, events-record/full-record.
    'https://example.org',
    'http://example.org/path?a=1&b=2#f',
    'http://localhost',
    'https://user@example.org:8443/x',
    'https://example.org/a%20b?c=%2Fd',
    'https://x.example',
    'http://x.example:81/p?a=1&b=2',
    'https://x.example/?b=%20c',
    'https://w.example/',
    'http://192.0.2.1:8080/x',
    'http://[2001:db8::1]/x',
    'https://example.org.',
    `https://${'a'.repeat(63)}.example?x`,
    // Ours.
    "HTTPS://EXAMPLE.ORG/it's(1)[2]{3}|4;5,6=7+8*9~_!$@",
  ])('%s is kept', (url) => {
    expect(readWebUrl(url)).toBe(url)
  })

  test.each([
    ['https://event.example/a?b=1&amp;c=2', 'https://event.example/a?b=1&c=2'],
    ['https://event.example/a?b=1&#038;c=2', 'https://event.example/a?b=1&c=2'],
    [' https://x.example ', 'https://x.example'],
    // Letters of any language, in ASCII (D63).
    ['https://exämple.org/', 'https://xn--exmple-cua.org/'],
    [
      'https://müller.example/straße?q=größe#ende',
      'https://xn--mller-kva.example/stra%C3%9Fe?q=gr%C3%B6%C3%9Fe#ende',
    ],
    ['https://例え.テスト/催し', 'https://xn--r8jz45g.xn--zckzah/%E5%82%AC%E3%81%97'],
    ['http://موقع.example', 'http://xn--4gbrim.example/'],
    ['https://x.example/🎷', 'https://x.example/%F0%9F%8E%B7'],
  ])('%s is read as %s', (text, url) => {
    expect(readWebUrl(text)).toBe(url)
  })

  test.each([
    // Recorded.
    'foo',
    'example.org',
    '//x.org',
    'http://a b.org',
    'http://',
    'ftp://example.org/x',
    'mailto:a@example.org',
    'javascript://example.org/%0aalert(1)',
    'ftp://x.example',
    'http://a_b.example/',
    'http://-a.example/',
    'http://a-.example/',
    'http://.a.example/',
    'http://a..example/',
    `http://${'a'.repeat(64)}.example/`,
    // Ours.
    '',
    'http:x.org',
    'http:///x',
    'https://x.example/"onclick="x',
    'https://x.example/<b>',
    'https://x.example/a\nb',
    'https://x.example:99999/',
    'https://user:pass@',
    'https://x.example/\\',
    'https://é .example/',
    'https://é\u00a0.example/',
    'https://é\u202e.example/',
    'https://é.example/<b>',
    'ftp://é.example/',
    'é.example',
    `https://x.example/${'a'.repeat(2048)}`,
  ])('%j is refused', (text) => {
    expect(readWebUrl(text)).toBeUndefined()
  })
})

test.each([
  ['good@x.example', true],
  ['o@o.example', true],
  ['a.b+c@sub.example.org', true],
  ["o'brien@example.org", true],
  ['jürgen@müller.example', true],
  ['not an address', false],
  ['a@b', false],
  ['@example.org', false],
  ['a@', false],
  ['a..b@example.org', false],
  ['a@-x.example', false],
  ['a@x..example', false],
  ['a b@example.org', false],
  ['a@example.org,b@example.org', false],
  ['<a@example.org>', false],
  ['a<b@example.org', false],
  ['A <a@example.org>', false],
  ['a@b@example.org', false],
  ['a@example.org>', false],
  ['a(comment)@example.org', false],
  ['a@example.org (comment)', false],
  ['"a b"@example.org', false],
  ['a@[192.0.2.1]', false],
  ['a@example.org;b@example.org', false],
  ['a@example.org\r\nBcc: b@example.org', false],
  ['a\0@example.org', false],
  ['a\u200b@example.org', false],
  ['a\u202e@example.org', false],
  ['a@example.org.', false],
  ['mailto:a@example.org', false],
  [`${'a'.repeat(65)}@example.org`, false],
  [`a@${'b.'.repeat(150)}example`, false],
  ['', false],
])('%j is an e-mail address: %s', (text, is) => {
  expect(isEmail(text)).toBe(is)
  // The other rule is the same, but for names of hosts within a network.
  expect(isAddress(text)).toBe(is || text === 'a@b')
})

test.each<[string, number | undefined, string]>([
  ['<p>First</p>\n<p>It&#8217;s &#038; <b>so</b>on</p>', undefined, 'First It’s & soon'],
  ['<p>a</p><p>b</p>c<br />d', undefined, 'a b c d'],
  ['a < b', undefined, 'a < b'],
  ['<script>x</script>y', undefined, 'y'],
  ['one two three', 2, 'one two…'],
  ['one two', 2, 'one two'],
  ['', 5, ''],
])('%j without tags, %s words at most, is %j', (html, words, text) => {
  expect(plainTextOfHtml(html, words)).toBe(text)
})

test.each([
  ['postgres://u:secret@h/d', 'postgres://u:…@h/d'],
  ['postgres://u:a/b@c#d?e@h:5432/d', 'postgres://u:…@h:5432/d'],
  ['postgres://u:a/b@h/d,postgres://v:c/d@i/d', 'postgres://u:…@h/d,postgres://v:…@i/d'],
  ['postgres://h/d?user=u&password=secret&port=1', 'postgres://h/d?user=u&password=…&port=1'],
  ['postgres://h:5432/d', 'postgres://h:5432/d'],
  ['https://g.example/search?key=secret&countrycodes=de', 'https://g.example/search?key=…&countrycodes=de'],
  ['https://g.example/?lang=de&apiKey=secret', 'https://g.example/?lang=de&apiKey=…'],
  ['https://g.example/?access_token=s/e?c=r', 'https://g.example/?access_token=…'],
  [
    'https://g.example/?subscription-key=a&app_id=b&app_code=c',
    'https://g.example/?subscription-key=…&app_id=…&app_code=…',
  ],
  ['https://g.example/?keyword=a&countrycodes=de#key', 'https://g.example/?keyword=a&countrycodes=de#key'],
  ['https://tiles.example:8080/{z}/{x}/{y}@2x.png', 'https://tiles.example:8080/{z}/{x}/{y}@2x.png'],
])('%s is shown as %s', (address, shown) => {
  expect(withoutSecrets(address)).toBe(shown)
})
