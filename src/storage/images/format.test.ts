import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/support/cpuTime.ts'
import { sniffFormat } from './format.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

test.each([
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF87a', 'gif'],
  ['GIF89a/*', 'gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
  ['\0\0\0\x1cftypavif\0\0\0\0mif1avif', 'avif'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'avif'],
])('%j is %s', (head, format) => {
  expect(sniffFormat(latin1(head))).toBe(format)
})

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'unsupported-format', 'is an SVG drawing'],
  [
    '\xef\xbb\xbf <?xml version="1.0"?>\n<!-- x --><!DOCTYPE svg>\n<SVG >',
    'unsupported-format',
    'an SVG drawing',
  ],
  ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'unsupported-format', 'a HEIC image'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'unsupported-format', 'a HEIC image'],
  ['II*\0', 'unsupported-format', 'a TIFF image'],
  ['BM\x01\x02\x03\x04\0\0\0\0', 'unsupported-format', 'a BMP image'],
  ['<!DOCTYPE html><svg>', 'not-an-image', 'a web page'],
  [' <html>', 'not-an-image', 'a web page'],
  ['<?xml version="1.0"?><rss>', 'not-an-image', 'markup'],
  ['%PDF-1.7', 'not-an-image', 'a PDF file'],
  ['PK\x03\x04', 'not-an-image', 'a ZIP archive'],
  ['\x1f\x8b\x08', 'not-an-image', 'a gzip archive'],
  ['\0\0\0\x18ftypisom', 'not-an-image', 'a video'],
  ['{"error":1}', 'not-an-image', 'JSON'],
  ['RIFF\0\0\0\0WAVE', 'not-an-image', 'of no known format'],
  ['hello', 'not-an-image', 'of no known format'],
  ['', 'not-an-image', 'is empty'],
])('%j is refused as %s: %s', (head, reason, says) => {
  expect(() => sniffFormat(latin1(head))).toThrow(
    expect.objectContaining({ reason, message: expect.stringContaining(says) }),
  )
})

test.each([
  ['comments', '<!---->'.repeat(5000)],
  ['blanks', ' '.repeat(50_000)],
  ['a declaration', `<?xml${' '.repeat(50_000)}`],
  ['brands', '\0\0\0\0ftyp'.padEnd(50_000, 'mif1')],
])('a hostile head of %s takes no time', async (_, head) => {
  const sniff = () => expect(() => sniffFormat(latin1(head))).toThrow()
  expect(await cpuTimeOf(sniff)).toBeLessThan(2_000)
})
