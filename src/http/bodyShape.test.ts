import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { cpuTimeOf, tenthOfASecond } from '../../test/support/cpuTime.ts'
import { readBody } from './sources.ts'

const boundary = 'a'
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

/** The text as often as it fits into the largest body. */
const ofTenMegabytes = (text: string) => text.repeat(Math.floor((10 * 1024 * 1024) / text.length))
const read = (headers: IncomingHttpHeaders, body: string) => readBody('POST', headers, Buffer.from(body))

const field = `--${boundary}\r\nContent-Disposition: form-data; name="k[]"\r\n\r\nv\r\n`
const file = `--${boundary}\r\nContent-Disposition: form-data; name=k; filename=f\r\n\r\n\r\n`
const end = `--${boundary}--\r\n`
const numbered = (most: number, name: (at: number) => string) =>
  Array.from({ length: most }, (_, at) => `${name(at)}=1`).join('&')

const tooMuch: Readonly<Record<string, [IncomingHttpHeaders, string, number, RegExp]>> = {
  'parts with a field': [multipart, ofTenMegabytes(field) + end, 413, /more than 2010 parts/],
  'parts with nothing': [
    multipart,
    ofTenMegabytes(`--${boundary}\r\n\r\n`) + end,
    413,
    /more than 2010 parts/,
  ],
  'parts with a file': [multipart, ofTenMegabytes(file) + end, 413, /more than 2010 parts/],
  'a boundary written otherwise': [
    { 'content-type': `multipart/form-data; boundary*=utf-8''${boundary}` },
    ofTenMegabytes(field) + end,
    413,
    /more than 2010 parts/,
  ],
  'one field of megabytes in a part': [
    multipart,
    `--${boundary}\r\nContent-Disposition: form-data; name=k\r\n\r\n${ofTenMegabytes('v')}\r\n${end}`,
    413,
    /longer than 4194304 bytes together/,
  ],
  'several fields of megabytes in parts': [
    multipart,
    `${`--${boundary}\r\nContent-Disposition: form-data; name=k\r\n\r\n${'v'.repeat(1_000_000)}\r\n`.repeat(9)}${end}`,
    413,
    /longer than 4194304 bytes together/,
  ],
  'one field of megabytes': [
    urlencoded,
    `k=${ofTenMegabytes('v')}`,
    413,
    /longer than 4194304 bytes together/,
  ],
  'a name of megabytes in a part': [
    multipart,
    `--${boundary}\r\nContent-Disposition: form-data; name="${'n'.repeat(7000)}"\r\n\r\nv\r\n${end}`,
    400,
    /longer than 1000 characters/,
  ],
  'fields of a letter': [urlencoded, 'a&'.repeat(2_000_000), 413, /more than 2000 fields/],
  'fields beside lists in lists': [
    urlencoded,
    `a[][]=1&${'a&'.repeat(2_000_000)}`,
    413,
    /more than 2000 fields/,
  ],
  'a name nested without end': [
    urlencoded,
    `a${'[b]'.repeat(1_000_000)}=1`,
    400,
    /longer than 1000 characters/,
  ],
  'an encoded name without end': [
    urlencoded,
    `${'%5b'.repeat(1_000_000)}=1`,
    400,
    /longer than 1000 characters/,
  ],
  'lists of nothing but one place': [
    urlencoded,
    numbered(2000, (at) => `a[${at}][1999][1999][1999]`),
    400,
    /more places than fields/,
  ],
  'lists in lists': [json, `{"a":${ofTenMegabytes('[')}`, 400, /nested deeper than 64/],
  'objects in objects': [json, ofTenMegabytes('{"a":'), 400, /nested deeper than 64/],
  'values without end': [json, `{"a":[${ofTenMegabytes('0,')}0]}`, 413, /more than 100000 values/],
  'names without end': [json, `{${ofTenMegabytes('"a":0,')}"b":0}`, 413, /more than 100000 values/],
}

test.each(Object.entries(tooMuch))(
  'a body of %s is refused before it is worked on',
  async (_, [headers, body, status, says]) => {
    const bytes = Buffer.from(body)
    let refusal: unknown
    const took = await cpuTimeOf(async () => {
      refusal = await readBody('POST', headers, bytes).catch((error: unknown) => error)
    })
    expect(refusal).toMatchObject({ code: 'rest_invalid_body', status, message: expect.stringMatching(says) })
    expect(took).toBeLessThan(2 * (await tenthOfASecond()))
  },
)

test('as much as is accepted is read whole', async () => {
  const values = Array.from({ length: 2000 }, () => 'v')
  expect((await read(multipart, field.repeat(2000) + end)).params).toEqual({ k: values })
  expect(
    (
      await read(
        urlencoded,
        numbered(2000, (at) => `k[${at}]`),
      )
    ).params,
  ).toEqual({
    k: Array.from({ length: 2000 }, () => '1'),
  })
  expect((await read(urlencoded, `${'n'.repeat(1000)}=${'v'.repeat(100_000)}`)).params).toEqual({
    ['n'.repeat(1000)]: 'v'.repeat(100_000),
  })
  const nested = `${'['.repeat(63)}${']'.repeat(63)}`
  expect((await read(json, `{"a":${nested}}`)).params).toEqual({ a: JSON.parse(nested) as unknown })
})

test('what stands in texts of JSON counts for nothing', async () => {
  const text = `${'[{,'.repeat(200_000)}\\"\\\\`
  expect((await read(json, `{"a":"${text}","b":1}`)).params).toMatchObject({ b: 1 })
})
