import { expect, test } from 'vitest'
import { readAuthorization } from './authorization.ts'

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`

test.each([
  [basic('bob:pass word'), { scheme: 'basic', login: 'bob', password: 'pass word' }],
  [basic('bob:a:b:c'), { scheme: 'basic', login: 'bob', password: 'a:b:c' }],
  [basic('zoë@example.org:x'), { scheme: 'basic', login: 'zoë@example.org', password: 'x' }],
  [basic(':'), { scheme: 'basic', login: '', password: '' }],
  ['bAsIc   Ym9iOng', { scheme: 'basic', login: 'bob', password: 'x' }],
  ['Bearer kal_abc', { scheme: 'bearer', token: 'kal_abc' }],
  ['bearer a.b-c~d+e/f==', { scheme: 'bearer', token: 'a.b-c~d+e/f==' }],
])('%s is read', (header, expected) => {
  expect(readAuthorization(header)).toEqual(expected)
})

test.each([
  '',
  'Basic',
  'Basic ',
  'Bearer',
  'Bearer two words',
  'Basic !!!',
  'Basic Ym9i.Ong',
  basic('no colon'),
  basic(Buffer.from([0x62, 0x3a, 0xff])),
  'Digest username="bob"',
  'Negotiate abc',
  'Ym9iOng=',
  'BasicYm9iOng=',
])('%j is not understood', (header) => {
  expect(readAuthorization(header)).toBeUndefined()
})
