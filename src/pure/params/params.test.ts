import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/support/cpuTime.ts'
import { flag, looseFlag, truth } from './flags.ts'
import { wpContext } from './contexts.ts'
import { image, imageId } from './image.ts'
import { idList, idListOrNone, linkedList, termFilter, termList } from './lists.ts'
import { publicationDate, timezone } from './moments.ts'
import { author, decimal, idOf, page, idOrNone, idOrZero, wholeNumber } from './numbers.ts'
import { Fault, readParameter } from './parameter.ts'
import { coordinate, placeExtensions } from './places.ts'
import { status, statusFilter, wpStatusFilter } from './statuses.ts'
import {
  choice,
  email,
  html,
  line,
  newPassword,
  password,
  slug,
  textOrRaw,
  title,
  website,
  wordList,
} from './texts.ts'

/** What a parameter reads, or how it refuses. */
function read(declared: TSchema, sent: unknown): unknown {
  try {
    return readParameter(declared, sent)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return `refused: ${error.kind}`
  }
}

const value = 'refused: value'
const type = 'refused: type'
const zoned = (name: string) => expect.objectContaining({ name })

/** Of each parameter: what is sent, and what is read. */
const rows: Record<string, [TSchema, ...[sent: unknown, read: unknown][]]> = {
  flag: [
    flag(''),
    [true, true],
    ['TRUE', true],
    ['0', false],
    [1, true],
    ['yes', type],
    [null, type],
    ['', type],
  ],
  truth: [truth(''), ['Enabled', true], [' y ', true], ['', false], [0, false], ['no', false], [null, type]],
  looseFlag: [looseFlag(''), ['on', true], [0, false], ['foo', false], ['', value], [[], value]],
  page: [
    page,
    ['1.0', 1],
    ['1e1', 10],
    [' 2 ', 2],
    [0, value],
    ['1.5', value],
    ['0x1', value],
    ['1e20', 1_000_000_000],
    ['-1e20', value],
  ],
  idOf: [idOf(''), ['007', 7], [-1, value], [true, value], [null, value]],
  idOrNone: [idOrNone(''), [0, null], ['', null], [false, null], ['3', 3], [-1, value], ['x', value]],
  idOrZero: [idOrZero(''), [0, 0], ['0', 0], ['3', 3], [-1, value], ['', value], [null, value]],
  author: [
    author,
    [3, 3],
    ['3.0', 3],
    [null, undefined],
    [3.5, type],
    [0, value],
    ['', value],
    ['bob', value],
  ],
  idList: [
    idList(''),
    ['1, 2,,2', [1, 2]],
    [
      [1, '2'],
      [1, 2],
    ],
    ['', value],
    ['1,x', value],
    [[[1]], value],
  ],
  wordList: [
    wordList(''),
    ['a, b', ['a', 'b']],
    [
      ['a', 2031],
      ['a', '2031'],
    ],
    [',', value],
    [{}, value],
  ],
  idListOrNone: [
    idListOrNone(''),
    ['1, 2,,2', [1, 2]],
    [[], []],
    ['', []],
    [null, []],
    [0, []],
    ['1,x', value],
    [[-1], value],
  ],
  termFilter: [termFilter(''), ['a, B c,3', ['a', 'B c', '3']], [',', value], [{}, value]],
  termList: [
    termList(''),
    ['', []],
    [0, []],
    [
      [{ id: 4, name: 'x' }, 'y'],
      [4, 'y'],
    ],
    [{ id: 5 }, [5]],
    [{ 1: 'x', 3: { id: 4 } }, ['x', 4]],
    [[null, 'x', { id: null }], ['x']],
    [{ id: null }, []],
    ['x,,y', ['x', 'y']],
    [{}, []],
    [true, value],
    [{ name: 'x' }, value],
  ],
  linkedList: [
    linkedList(''),
    [{}, []],
    ['1,2', [{ id: 1 }, { id: 2 }]],
    [{ 0: 7, 2: { venue: 'y' } }, [{ id: 7 }, { fields: { venue: 'y' } }]],
    [
      [{ id: '1', venue: 'x' }, { venue: 'y' }, null],
      [{ id: 1 }, { fields: { venue: 'y' } }],
    ],
    ['x', value],
    [[-1], value],
    [true, value],
  ],
  imageId: [imageId, ['26', { id: 26 }], [0, null], ['', null], [-1, value], ['https://x.example/', value]],
  textOrRaw: [
    textOrRaw(title('')),
    ['A', 'A'],
    [{ raw: 'A', rendered: 'B' }, 'A'],
    [{ rendered: 'B' }, undefined],
    [{ raw: '' }, value],
    [{ raw: null }, type],
    [['A'], value],
  ],
  wpContext: [wpContext(''), ['Edit', 'edit'], ['embed', 'embed'], ['all', value]],
  wpStatusFilter: [
    wpStatusFilter,
    ['draft,draft', ['draft']],
    ['any', ['publish', 'future', 'draft', 'pending', 'private']],
    [
      ['trash', 'any'],
      ['trash', 'publish', 'future', 'draft', 'pending', 'private'],
    ],
    ['new', value],
    [',', value],
  ],
  image: [
    image,
    ['26', { id: 26 }],
    [{ id: 26, url: 'x' }, { id: 26 }],
    ['https://x.example/a.png', { url: 'https://x.example/a.png' }],
    [false, null],
    ['ftp://x.example/a.png', value],
    [[26], value],
  ],
  publicationDate: [
    publicationDate(''),
    ['0000-00-00 00:00:00', undefined],
    [null, undefined],
    ['@5', { kind: 'instant', seconds: 5 }],
    ['', value],
    [true, value],
  ],
  timezone: [
    timezone,
    ['', null],
    ['0', null],
    ['europe/rome', zoned('europe/rome')],
    ['UTC+3', zoned('UTC+3')],
    ['utc+3', value],
    [5, value],
    [null, type],
  ],
  latitude: [coordinate('', 90), ['90', 90], [-0, 0], [null, null], [90.1, value], ['1,5', value]],
  geoloc_bbox: [
    placeExtensions.geoloc_bbox,
    ['170,-1,-170,1', [170, -1, -170, 1]],
    [
      ['1', 2, 3, '4'],
      [1, 2, 3, 4],
    ],
    ['1,2,3', value],
    ['1,4,3,2', value],
    ['1,2,3,91', value],
  ],
  status: [status, ['publish', 'publish'], ['Publish', value], ['inherit', value], ['', value], [null, type]],
  statusFilter: [
    statusFilter,
    ['draft, draft', ['draft']],
    [['trash'], ['trash']],
    ['', value],
    ['any', value],
  ],
  choice: [choice(['asc', 'desc'], ''), [' DESC ', 'desc'], ['', value], [1, value]],
  title: [title(''), ['a <b>b', 'a <b>b</b>'], [' ', value], ['<i> </i>', value], ['0', value], [null, type]],
  html: [html('', { zero: false }), ['', null], ['a\nb', 'a\nb'], ['0', value], [5, value]],
  line: [
    line(''),
    [' a  <b>b</b> ', 'a b'],
    [null, null],
    [5, value],
    ['x'.repeat(2001), value],
    ['\0', value],
  ],
  digits: [line('', { numbers: true }), [12345, '12345'], [true, value]],
  website: [
    website(''),
    ['http://localhost', 'http://localhost'],
    [0, null],
    ['example.org', value],
    ['javascript://x', value],
  ],
  email: [email(''), [' a@b.org ', 'a@b.org'], ['', null], ['a@b', value], [5, value]],
  slug: [slug, ['A b', 'A b'], ['', value], [12, value], [null, type]],
  password: [password(''), ['x', 'x'], [1234, '1234'], ['', value]],
  newPassword: [newPassword(''), ['x', 'x'], [1234, '1234'], ['', null], [{}, value]],
}

describe.each(Object.entries(rows))('%s', (_, [declared, ...cases]) => {
  test.each(cases)('%j', (sent, expected) => {
    expect(read(declared, sent)).toEqual(expected)
  })
})

test('a long list is refused before anything of it is read', () => {
  expect(
    read(
      idList(''),
      Array.from({ length: 501 }, () => 1),
    ),
  ).toBe(value)
  expect(
    read(
      idList(''),
      Array.from({ length: 500 }, () => 1),
    ),
  ).toEqual([1])
})

test.each([
  ['1935511200000', 'counts seconds'],
  ['2031-05-01T00:00 05:00', '%2B'],
  ['2031-05-01T00:00:00.5 0500', '%2B'],
  ['2031-02-30', 'no such day'],
  ['2031-13-01 10:00', 'no such day'],
  ['30/01/2031', 'the month comes first'],
  ['13/1/31 10:00', 'the month comes first'],
])('of the date %s it is told what is probably wrong', (sent, told) => {
  expect(() => readParameter(publicationDate(''), sent)).toThrow(told)
})

test.each(['foo', '2031-05-01 25:00', '30/30/2031', ''])('nothing more is told of the date “%s”', (sent) => {
  expect(() => readParameter(publicationDate(''), sent)).toThrow(/”\.?$/)
})

describe('a text that is no number is found to be none however long it is', () => {
  // Read twice for each of its digits, it would take a minute.
  const digits = '1'.repeat(100_000)

  test.each(['x', '.x', '.1x', 'e', 'e1x', ' x'])('with “%s” at its end', async (end) => {
    const text = digits + end
    expect(
      await cpuTimeOf(() => expect([wholeNumber(text), decimal(text)]).toEqual([undefined, undefined])),
    ).toBeLessThan(5_000)
  })

  test.each(['', ' '])('while with “%s” at its end it is one, if too great', (end) => {
    expect(wholeNumber(digits + end)).toBeUndefined()
    expect(wholeNumber(`5.${'0'.repeat(digits.length)}${end}`)).toBe(5)
  })
})
