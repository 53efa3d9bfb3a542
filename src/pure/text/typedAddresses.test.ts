import { expect, test } from 'vitest'
import { addressesIn, webAddress, wholeAddress } from './typedAddresses.ts'

const linked = (text: string) =>
  addressesIn(text).map(({ from, to, href }) => [text.slice(from, to), href] as const)

const same = (address: string) => [[address, address]]

test.each([
  ['See https://example.org.', same('https://example.org')],
  ['HTTP://EXAMPLE.ORG/Path, and', same('HTTP://EXAMPLE.ORG/Path')],
  ['(https://example.org/a_(b))', same('https://example.org/a_(b)')],
  ['[https://example.org/?a=1&b=2#c]', same('https://example.org/?a=1&b=2#c')],
  ['“https://example.org/a”', same('https://example.org/a')],
  ['https://example.org:8080/a!?', same('https://example.org:8080/a')],
  ['https://de.example.org/wiki/Müller …', same('https://de.example.org/wiki/Müller')],
  ['https://müller.example', same('https://müller.example')],
  ['詳細はhttps://example.org/aをご覧ください。', same('https://example.org/a')],
  ['（https://example.org/a）', same('https://example.org/a')],
  ['at www.example.org.', [['www.example.org', 'https://www.example.org']]],
  ['www.example.org/a?b, c', [['www.example.org/a?b', 'https://www.example.org/a?b']]],
  ['詳細はwww.example.orgで', [['www.example.org', 'https://www.example.org']]],
  ['Write to a.b+c@example.co.uk!', [['a.b+c@example.co.uk', 'mailto:a.b+c@example.co.uk']]],
  ['mailto:a@example.org', [['mailto:a@example.org', 'mailto:a@example.org']]],
  [
    'a@example.org,b@example.org',
    [
      ['a@example.org', 'mailto:a@example.org'],
      ['b@example.org', 'mailto:b@example.org'],
    ],
  ],
  [
    'https://a.example and www.b.example',
    [
      ['https://a.example', 'https://a.example'],
      ['www.b.example', 'https://www.b.example'],
    ],
  ],
  ['At 19.30, p.m.', []],
  ['example.org', []],
  ['file.txt www. www.a', []],
  ['a@b', []],
  ['@example.org', []],
  ['https://', []],
  ['https://localhost/a', []],
  ['https://bank.example@evil.example/', []],
  ['javascript:alert(1)', []],
  ['xhttps://example.org', []],
  ['xwww.example.org', []],
  ['ftp://example.org/a@b', []],
])('of “%s” these are addresses', (text, expected) => {
  expect(linked(text)).toEqual(expected)
})

test('a long text without an address costs little', () => {
  expect(addressesIn(`${'a'.repeat(50_000)}@${'b-'.repeat(50_000)}`)).toEqual([])
  expect(addressesIn('www.'.repeat(20_000)).length).toBeLessThan(20_000)
})

test.each([
  ['www.example.org', 'https://www.example.org'],
  [' example.org/a ', 'https://example.org/a'],
  ['example.org:8080', 'https://example.org:8080'],
  ['http://example.org', 'http://example.org'],
  ['webcal://example.org/a.ics', 'webcal://example.org/a.ics'],
  ['', ''],
])('typed “%s” is the address “%s”', (typed, address) => {
  expect(wholeAddress(typed)).toBe(address)
  expect(webAddress(typed)).toBe(address)
})

test('an address of mail is one in a link, and none of the web; a place of this site stays; words are no address', () => {
  expect(wholeAddress('a@example.org')).toBe('mailto:a@example.org')
  expect(webAddress('a@example.org')).toBe('a@example.org')
  expect(wholeAddress('/events')).toBe('/events')
  expect(webAddress('no address')).toBe('no address')
  expect(webAddress('e.g. this one')).toBe('e.g. this one')
})
