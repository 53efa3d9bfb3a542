import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { canBeRead, unencodedIn } from '../../config/databaseAddress.ts'

test.each([
  'postgres://kalends:secret@db.example.org:5432/kalends?sslmode=require',
  'postgres://db.example.org/kalends',
  'postgres://127.0.0.1:5432/kalends?application_name=a@b',
  'postgres://h:5432?user=me@here',
  'postgresql:///kalends?host=/var/run/postgresql',
  'postgres://me@/kalends?host=/run/postgresql&password=a@b',
  'postgres://me:secret@%2Frun%2Fpostgresql/kalends',
  'postgres://[::1]:5432/kalends',
  'postgres://u:p@ss:w[o]r d@h/d',
])('%s is an address', (address) => {
  expect(unencodedIn(address)).toBeUndefined()
  expect(canBeRead(address)).toBe(true)
})

test.each([
  ['postgres://u:a/b@h/d', 'has a “/” in its password: write it as %2F'],
  ['postgres://u:12#b@h/d', 'has a “#” in its password: write it as %23'],
  ['postgres://u:12?b@h:5432/d', 'has a “?” in its password: write it as %3F'],
  ['postgres://u:a@b/c@h/d', 'has a “/” in its password: write it as %2F'],
  ['postgres://u:p@ss:w/o?r#d@h/d', 'has a “/” in its password: write it as %2F'],
  ['postgres://u:a=b#c@h/d', 'has a “#” in its password: write it as %23'],
  ['postgres://u:a%b@h/d', 'has a “%” in its user or password: write it as %25'],
  ['postgres://u:50%@h/d', 'has a “%” in its user or password: write it as %25'],
  [
    'postgres://u:%FF@h/d',
    'has an escape such as %FF in its user or password that is no text: write a “%” as %25',
  ],
])('of %s it is told what to encode, and nothing of the password', (address, says) => {
  expect(unencodedIn(address)).toBe(says)
})

test('every password can be written, encoded, and is never taken for one that is not', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'aZ0 @:/?#[]%&=+,;!$*()\'"<>\\^`{|}~é日🎷'), minLength: 1 }),
      (password) => {
        const address = `postgres://u:${encodeURIComponent(password)}@h:5432/d`
        expect(unencodedIn(address)).toBeUndefined()
        expect(canBeRead(address)).toBe(true)
      },
    ),
    { numRuns: runs(1_000) },
  )
})
