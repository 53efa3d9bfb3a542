import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apart, DecodedIds, EncodedIds, encodeIds } from './idBytes.ts'
import { RowSet } from './rowSet.ts'

const id = fc
  .oneof(fc.nat(300), fc.nat(70_000), fc.nat(2 ** 24 + 100), fc.nat(2 ** 31 - 1), fc.maxSafeNat())
  .filter((number) => number > 0)
const ids = fc.uniqueArray(id).map((some) => some.toSorted((one, other) => one - other))

const idsIn = (encoded: readonly Uint8Array[]) =>
  RowSet.decoded(encoded.reduce((read, bytes) => read.add(bytes), new DecodedIds())).ids()
const all = (several: readonly (readonly number[])[]) =>
  [...new Set(several.flat())].toSorted((one, other) => one - other)

test('ids are read as they were written, those of several together', () => {
  fc.assert(
    fc.property(fc.array(ids), (several) => {
      expect(idsIn(several.map((some) => encodeIds(some)))).toEqual(all(several))
    }),
  )
})

test('ids that are written in parts are read as if they were not', () => {
  fc.assert(
    fc.property(ids, fc.nat(20), (some, length) => {
      const [first, others] = [some.slice(0, length), some.slice(length)]
      const parts = [encodeIds(first), encodeIds(others, first.at(-1))]
      expect(idsIn([Buffer.concat(parts)])).toEqual(some)
    }),
  )
})

test('ids that come one by one, some of them again, are read as they were written, and so are several with a mark between', () => {
  fc.assert(
    fc.property(fc.array(ids), (several) => {
      const written = several.map((some) => {
        const encoded = new EncodedIds()
        for (const id of some.flatMap((id) => [id, id])) encoded.add(id)
        return Buffer.from(encoded.bytes)
      })
      const joined = Buffer.concat(written.flatMap((bytes) => [bytes, Buffer.of(apart)]))
      expect(idsIn([joined])).toEqual(all(several))
      expect(written).toEqual(several.map((some) => Buffer.from(encodeIds(some))))
    }),
  )
})

test('a byte is enough for an id that is near the one before it', () => {
  const near = Array.from({ length: 1000 }, (_, index) => (index + 1) * 100)
  expect(encodeIds(near)).toHaveLength(1000)
  expect(encodeIds([])).toHaveLength(0)
})
