import { describe, expect, test } from 'vitest'
import { weigh } from './conditions.ts'

const etag = '"e"'
const modified = 'Sun, 06 Nov 1994 08:49:37 GMT'
const file = { size: 10, modifiedAt: 784_111_777, etag }
const part = (start: number, end: number) => ({ status: 206, range: { start, end } })

describe('a condition', () => {
  test.each([
    [{}, 200],
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"x", W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"' }, 200],
    [{ 'if-modified-since': modified }, 304],
    [{ 'if-modified-since': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 304],
    [{ 'if-modified-since': 'Sun Nov  6 08:49:37 1994' }, 304],
    [{ 'if-modified-since': 'Sun, 06 Nov 1994 08:49:36 GMT' }, 200],
    [{ 'if-modified-since': '1994-11-06' }, 200],
    [{ 'if-modified-since': 'Xyz, 99 Xyz 1994 08:49:37 GMT' }, 200],
    [{ 'if-none-match': '"x"', 'if-modified-since': modified }, 200],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-match': '"x"', 'if-none-match': etag }, 412],
    [{ 'if-unmodified-since': 'Sun, 06 Nov 1994 08:49:36 GMT' }, 412],
    [{ 'if-unmodified-since': modified }, 200],
    [{ 'if-match': etag, 'if-unmodified-since': 'Sun, 06 Nov 1994 08:49:36 GMT' }, 200],
    [{ 'if-none-match': etag, range: 'bytes=0-1' }, 304],
  ])('%j → %i', (headers, status) => {
    expect(weigh('GET', headers, file)).toMatchObject({ status })
  })
})

describe('a range of ten bytes', () => {
  test.each([
    ['bytes=0-0', part(0, 0)],
    ['bytes=2-5', part(2, 5)],
    ['bytes=7-', part(7, 9)],
    ['bytes=7-99999999999999999999', part(7, 9)],
    ['bytes=-3', part(7, 9)],
    ['bytes=-30', part(0, 9)],
    ['Bytes= 2-5 ', part(2, 5)],
    ['bytes=10-', { status: 416 }],
    ['bytes=10-12', { status: 416 }],
    ['bytes=-0', { status: 416 }],
    ['bytes=99999999999999999999-', { status: 416 }],
    ['bytes=5-2', { status: 200 }],
    ['bytes=-', { status: 200 }],
    ['bytes=0-1,4-5', { status: 200 }],
    ['lines=0-1', { status: 200 }],
    ['bytes=a-b', { status: 200 }],
    ['', { status: 200 }],
  ])('%s', (range, verdict) => {
    expect(weigh('GET', { range }, file)).toEqual(verdict)
  })

  test.each([
    [etag, 206],
    [modified, 206],
    ['"x"', 200],
    [`W/${etag}`, 200],
    ['Sun, 06 Nov 1994 08:49:38 GMT', 200],
  ])('with If-Range %s → %i', (ifRange, status) => {
    expect(weigh('GET', { range: 'bytes=0-1', 'if-range': ifRange }, file)).toMatchObject({ status })
  })

  test('is for GET, and for files that are not empty', () => {
    expect(weigh('HEAD', { range: 'bytes=0-1' }, file)).toEqual({ status: 200 })
    expect(weigh('GET', { range: 'bytes=0-' }, { ...file, size: 0 })).toEqual({ status: 200 })
  })
})
