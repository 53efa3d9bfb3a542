import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Database } from '../../src/db/dialect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { holds_ms } from '../../src/db/postgres/postgres.writers.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'
import { type Passage, startPassage } from './passage.ts'

const question = 'kalends_revision'

/** A busy machine may take longer to answer than an answer holds. */
const patience = { timeout: 30_000, interval: 5 }

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

/** While somebody is at their turn, no number holds: each question is asked. */
async function whileWriting(work: () => Promise<void>): Promise<void> {
  await near.write(async (tx) => {
    await tx.insertInto('items').values({ kind: 'event' }).execute()
    await setTimeout(2 * holds_ms)
    await work()
  })
}

test('those who ask at once share a question, and while somebody writes those who ask later have one of their own', async () => {
  await whileWriting(async () => {
    const before = passage.heard(question)
    const now = await near.revision()
    const asked = await Promise.all(Array.from({ length: 100 }, async () => far.revision()))
    expect(new Set(asked)).toEqual(new Set([now]))
    expect(passage.heard(question)).toBe(before + 1)
    await far.revision()
    expect(passage.heard(question)).toBe(before + 2)
  })
})

test('while nobody writes, a number is soon told without asking, and no longer once it may have grown', async () => {
  await vi.waitFor(async () => {
    await far.revision()
    expect(far.revision()).toBeTypeOf('number')
  }, patience)
  const before = await near.revision()
  await add()
  expect(await far.revision()).toBe(before + 1)
  await whileWriting(async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      expect(far.revision()).toBeInstanceOf(Promise)
      expect(await far.revision()).toBe(before + 1)
    }
  })
  expect(await far.revision()).toBe(before + 2)
})

test('whoever asks while a question is on its way is not answered by it', async () => {
  // Whatever was asked before is answered, and holds no longer.
  await setTimeout(100 * holds_ms)
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
    // Sometimes the next one comes while the number holds.
    if (written % 3 === 0) await setTimeout(Math.random() * 2 * holds_ms)
  }
  writing.isOver = true
  expect(Math.min(...(await Promise.all(asking)))).toBeGreaterThan(0)
  expect([await far.revision(), await near.revision()]).toEqual([last, last])
})
