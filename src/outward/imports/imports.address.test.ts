import { expect, test } from 'vitest'
import { addressesIn, addressOf, readAddress } from './imports.address.ts'
import { withoutEndingSlash } from '../../pure/text/address.ts'

test.each([
  ['/a/b', '/a/b'],
  ['/a/b/', '/a/b'],
  ['/a//b///', '/a//b'],
  ['/', ''],
  ['', ''],
])('%j without the slashes at its end is %j', (path, bare) => {
  expect(withoutEndingSlash(path)).toBe(bare)
})

test('slashes that are not at the end are gone through once', () => {
  // Gone through from each of them to the last, these would take an hour.
  const path = `/a${'/'.repeat(2_000_000)}b`
  expect(withoutEndingSlash(path)).toBe(path)
})

test.each([
  ['https://bücher.example/ä?ö=1', 'https://xn--bcher-kva.example/%C3%A4?%C3%B6=1'],
  ['club.example/town', 'https://club.example/town'],
  ['www.пример.example', 'https://www.xn--e1afmkfd.example/'],
  ['//club.example/x', 'https://club.example/x'],
  ['<https://film.example/1>', 'https://film.example/1'],
  ['Old Mill', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('the address %j is %j in an import', (text, address) => {
  expect(readAddress(text)).toBe(address)
})

test('addresses within a text are found without the signs around them', () => {
  expect(addressesIn('Zoom: https://meet.example/1 (www.a.example/b).')).toEqual({
    addresses: ['https://meet.example/1', 'https://www.a.example/b'],
    rest: 'Zoom:  ().',
  })
})

test('a source is remembered by what is fetched, in ASCII', () => {
  expect(addressOf('webcal://bücher.example/a.ics#x')).toBe('https://xn--bcher-kva.example/a.ics')
})
