import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'
import { type Passage, startPassage } from './passage.ts'

const question = 'from "revision"'

let url: string
let passage: Passage
let near: Database
let far: Database
beforeAll(async () => {
  url = await createPostgresDatabase(inject('postgres'))
  passage = await startPassage(url)
  near = await openDatabase(url)
  far = await openDatabase(passage.url)
})
afterAll(async () => {
  await Promise.all([near.close(), far.close()])
  await passage.close()
  await dropPostgresDatabase(inject('postgres'), url)
})

const add = () => near.write((tx) => tx.insertInto('items').values({ kind: 'event' }).execute())

test('those who ask at once share a question, and those who ask later have one of their own', async () => {
  const before = passage.heard(question)
  const now = await near.revision()
  const asked = await Promise.all(Array.from({ length: 100 }, async () => far.revision()))
  expect(new Set(asked)).toEqual(new Set([now]))
  expect(passage.heard(question)).toBe(before + 1)
  await far.revision()
  expect(passage.heard(question)).toBe(before + 2)
})

test('whoever asks while a question is on its way is not answered by it', async () => {
  const before = passage.heard(question)
  const early = far.revision()
  while (passage.heard(question) === before) await setImmediate()
  await add()
  const written = await near.revision()
  expect(await far.revision()).toBe(written)
  expect(await early).toBeLessThanOrEqual(written)
})

test('nobody is told less than was acknowledged, or told to anybody, before they asked', async () => {
  let known = await near.revision()
  const writing = { isOver: false }
  const asking = [near, far].flatMap((db) =>
    Array.from({ length: 10 }, async () => {
      let asked = 0
      for (; !writing.isOver; asked += 1) {
        const least = known
        const told = await db.revision()
        expect(told).toBeGreaterThanOrEqual(least)
        known = Math.max(known, told)
        await setImmediate()
      }
      return asked
    }),
  )
  const last = known + 100
  for (let written = known; written < last;) {
    await add()
    written += 1
    known = Math.max(known, written)
  }
  writing.isOver = true
  expect(Math.min(...(await Promise.all(asking)))).toBeGreaterThan(0)
  expect([await far.revision(), await near.revision()]).toEqual([last, last])
})
