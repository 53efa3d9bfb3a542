import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileKey, isFileKey, scaledKey, variantKey } from './names.ts'
import { isKey } from './store.ts'
import { contentTypes, type FileExtension } from './types.ts'
import { runs } from '../../../test/support/runs.ts'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'

const now = Temporal.Instant.from('2026-11-21T12:00:00Z')

async function keyOf(
  name: string,
  taken: readonly string[] = [],
  extension: FileExtension = 'png',
): Promise<string> {
  return fileKey(now, name, {
    extension,
    findTaken: async (keys) => new Set(keys).intersection(new Set(taken)),
  })
}

describe('an upload is kept as', () => {
  test.each([
    ['big.png', 'big'],
    ['Big Photo (1).JPG', 'big-photo-1'],
    ['Łódź & Été.jpeg', 'lodz-ete'],
    ['The band', 'the-band'],
    ['AC/DC Vol. 2', 'ac-dc-vol-2'],
    ['C:\\Users\\me\\Party.png', 'party'],
    ['/home/me/party.png', 'party'],
    ['../../etc/passwd', 'etc-passwd'],
    ['../../etc/passwd.png', 'passwd'],
    ['evil.php.png', 'evil-php'],
    ['evil.png.php', 'evil-png-php'],
    ['.htaccess', 'htaccess'],
    ['.png', 'image'],
    ['', 'image'],
    ['   ', 'image'],
    ['...', 'image'],
    ['日本.png', 'image'],
    ['日本 2026.png', '2026'],
    ['caf%C3%A9%2F..%2Fx.png', 'cafe2f-2fx'],
    ['😀.gif', 'image'],
    ['photo\u202egnp.exe', 'photognp-exe'],
    ['a\0b.png', 'ab'],
    ['--rm -rf.png', 'rm-rf'],
    ['_draft_.png', 'draft'],
    ['con', 'image-con'],
    ['NUL.png', 'image-nul'],
    ['com1.jpg', 'image-com1'],
    ['<script>alert(1)</script>.png', 'script'],
    [`${'long '.repeat(100)}.png`, 'long-'.repeat(20).slice(0, -1)],
    ['big-300x200.png', 'big-300x200-1'],
    ['huge-scaled.png', 'huge-scaled-1'],
    ['300x200.png', '300x200'],
    ['1-2x3', '1-2x3-1'],
  ])('%j → %s', async (name, base) => {
    expect(await keyOf(name)).toBe(`2026/11/${base}.png`)
  })
})

test('the folder is the month in UTC', async () => {
  const findTaken = async () => new Set<string>()
  const moment = Temporal.Instant.from('2026-12-31T23:30:00-01:00')
  expect(await fileKey(moment, 'a', { extension: 'webp', findTaken })).toBe('2027/01/a.webp')
})

test('a number makes it unique, and time does when there are too many', async () => {
  expect(await keyOf('big', ['2026/11/big.png'])).toBe('2026/11/big-1.png')
  expect(await keyOf('big', ['2026/11/big.png', '2026/11/big-1.png', '2026/11/big-3.png'])).toBe(
    '2026/11/big-2.png',
  )
  expect(await keyOf('big', ['2026/11/big.png'], 'jpg')).toBe('2026/11/big.jpg')
  const numbered = ['', ...Array.from({ length: 499 }, (_, index) => `-${index + 1}`)].map(
    (ending) => `2026/11/big${ending}.png`,
  )
  expect(await keyOf('big', numbered.slice(0, -1))).toBe('2026/11/big-499.png')
  expect(await keyOf('big', numbered)).toBe(`2026/11/big-${now.epochMilliseconds}.png`)
})

test('asks little: one query when the name is free', async () => {
  const asked: number[] = []
  const findTaken = async (keys: readonly string[]) => {
    asked.push(keys.length)
    return new Set(asked.length < 3 ? keys : [])
  }
  expect(await fileKey(now, 'big', { extension: 'png', findTaken })).toBe('2026/11/big-10.png')
  expect(asked).toEqual([1, 9, 490])
})

test('variants are named after their size', () => {
  expect(variantKey('2026/11/big.png', { width: 300, height: 200 })).toBe('2026/11/big-300x200.png')
  expect(scaledKey('2026/11/big-1.jpeg')).toBe('2026/11/big-1-scaled.jpeg')
})

test.each([
  ['2026/11/big.png', true],
  ['2026/11/big-300x200.webp', true],
  ['2026/13/big.png', false],
  ['2026/11/big.zip', false],
  ['2026/11/deep/big.png', false],
  ['backup/11/big.png', false],
  ['big.png', false],
])('%s is a file of ours: %s', (key, isOurs) => {
  expect(isFileKey(key)).toBe(isOurs)
})

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, size: 'medium' }),
  fc.stringMatching(/^[a-c./\\ %_-]{0,12}(-\d{1,4}x\d{1,4}|-scaled)?(\.png)?$/),
)
const extensions = fc.constantFrom(...(Object.keys(contentTypes) as FileExtension[]))

describe('whatever the name', () => {
  test('the key is a key, a file of ours, and so are its variants', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, extensions, async (name, extension) => {
        const key = await keyOf(name, [], extension)
        expect(key).toMatch(/^2026\/11\/[a-z0-9][a-z0-9_-]*\.\w+$/)
        for (const kept of [key, variantKey(key, { width: 2048, height: 2048 }), scaledKey(key)]) {
          expect(isKey(kept) && isFileKey(kept), kept).toBe(true)
        }
      }),
      { numRuns: runs(1_000) },
    )
  })

  test('no key of any upload is a key or a variant of another', async () => {
    const size = { width: 300, height: 200 }
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 2, maxLength: 12 }), async (names) => {
        const taken: string[] = []
        for (const name of names) taken.push(await keyOf(name, taken))
        const all = taken.flatMap((key) => [
          key,
          variantKey(key, size),
          scaledKey(key),
          variantKey(scaledKey(key), size),
        ])
        expect(new Set(all).size).toBe(all.length)
      }),
      { numRuns: runs(300) },
    )
  })
})
