import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runBackfills } from '../../src/storage/db/backfills.ts'
import { waitingBackfills } from '../../src/storage/db/backfills.state.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { usesSqlite, whenSettled } from '../support/database.ts'
import { diceFrom } from '../support/dice.ts'
import { createFirstDatabase } from '../support/firstDatabase.ts'
import { play } from './programs.ts'
import { schemaOf } from './schemaOf.ts'
import { fillsLetters } from './steps.ts'

const program = join(import.meta.dirname, 'killed.process.ts')
const kills = 20

/** How many tags there are, some transactions of a backfill of them. */
const tags = 12_000
const filled = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${tags})
  insert into terms (taxonomy, name, name_folded, slug, description, folded)
  select 'post_tag', 'tag ' || i, 'tag ' || i, 'tag-' || i, '', '' from n`

test('killed at any moment of an upgrade and of what it leaves to be done, it goes on, and no row is done twice', async () => {
  play('9.1.0', { '0901-letters': fillsLetters })
  const folder = temporaryFolder()
  const copiesIn = join(folder, 'backups')
  const whole = await createFirstDatabase(temporaryFolder())
  const expected = await used(whole.url, schemaOf)
  await whole.remove()
  const chance = diceFrom(Date.now())
  const seen = new Set<string>()
  let database = await createFirstDatabase(folder, [filled])
  // How long it takes where nobody kills it.
  const whole_ms = await timeOf([database.url, copiesIn, '0'])
  await database.remove()
  database = await createFirstDatabase(temporaryFolder(), [filled])
  for (let kill = 0; kill < kills; kill += 1) {
    const said = await killedAfter(chance.next() * whole_ms, [database.url, copiesIn, String(kill)])
    seen.add(said)
    await whenSettled(database.url)
    if (said === 'filled' || kill % 5 === 4) {
      await assertGoesOn(database.url, expected)
      await database.remove()
      database = await createFirstDatabase(temporaryFolder(), [filled])
    }
  }
  expect(seen.size).toBeGreaterThan(1)
  await assertGoesOn(database.url, expected)
  await database.remove()
  // Copies are whole, or there is none.
  if (usesSqlite())
    for (const name of readdirSync(copiesIn)) expect(name).toMatch(/^before-1\.3\.0-.*-r\d+\.db$|\.partial-/)
})

/** How long the program takes from its beginning to its end, in milliseconds. */
async function timeOf(words: readonly string[]): Promise<number> {
  let began = 0
  const said = await killedAfter(600_000, words, () => {
    began = performance.now()
  })
  expect(said).toBe('filled')
  return performance.now() - began
}

/** Runs the program, and kills it so long after it has begun; answers the last that it has said. */
async function killedAfter(
  time_ms: number,
  words: readonly string[],
  onBegin: () => void = () => {},
): Promise<string> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const begun = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said === '') onBegin()
    said += text
    begun.resolve()
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await Promise.race([begun.promise, ended])
  await Promise.race([setTimeout(time_ms, undefined, { ref: false }), ended])
  child.kill('SIGKILL')
  await ended
  return said.trim().split('\n').at(-1) ?? ''
}

/** What is left is brought to its end by the next start, as if nothing had been. */
async function assertGoesOn(url: string, expected: readonly string[]): Promise<void> {
  await used(url, async (db) => {
    await runBackfills(db, { by: 'next', now: () => Temporal.Instant.from('2031-03-10T11:00:00Z') })
    expect(await waitingBackfills(db.read)).toEqual([])
    const { rows } = await sql<{ wrong: number; all_: number }>`
      select count(*) as all_, count(case when letters is null or letters <> length(name) then 1 end) as wrong from terms`.execute(
      db.read,
    )
    expect(rows).toEqual([{ all_: tags, wrong: 0 }])
    expect(await schemaOf(db)).toEqual(expected)
  })
}

async function used<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(url)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
