import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { createTestApp } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'

/** What an upgrade of another node changes, while this one serves: tables that are large, and those that are read with all columns. */
const tables = ['events', 'venues', 'terms', 'event_venues', 'tickets', 'users', 'series', 'history'] as const

test('columns that another node adds fail neither reads nor writes of one that has prepared its statements', async () => {
  const database = await createTestDatabase(await mkdtemp(join(tmpdir(), 'kalends-')))
  const app = await createTestApp({}, { database })
  onTestFinished(() => app.close())
  const ids = await Promise.all(
    Array.from({ length: 10 }, async (_, number) => {
      const made = await app.create('events', {
        title: `Event ${number}`,
        start_date: '2031-03-01 10:00:00',
        end_date: '2031-03-01 12:00:00',
        venue: { venue: `Venue ${number}` },
        categories: [`Category ${number}`],
        ...(number % 3 ? { recurrence: 'RRULE:FREQ=DAILY;COUNT=3' } : {}),
      })
      return Number(made['id'])
    }),
  )
  const repeats = new Set(ids.filter((_, number) => number % 3 > 0))
  const round = async (name: string) =>
    Promise.all(
      ids.flatMap((id) => [
        app.ask({ path: `events/${id}`, as: 'editor' }),
        app.ask({ path: `events/${id}/history`, as: 'editor' }),
        app.ask({ path: 'events', query: { search: name, per_page: 1 + (id % 7) }, as: 'editor' }),
        app.ask({ method: 'POST', path: `events/${id}`, as: 'editor', json: { title: `${name} ${id}` } }),
        app.ask({ path: 'series' }),
        app.ask({
          method: 'POST',
          path: `events/${id}`,
          query: repeats.has(id) ? { scope: 'all' } : {},
          as: 'editor',
          json: { description: `${name} ${id}` },
        }),
      ]),
    )
  const statuses: number[] = []
  const note = (answers: readonly { status: number }[]) =>
    statuses.push(...answers.map(({ status }) => status))
  // Warm: each statement that is asked twice is prepared, on every connection.
  for (let turn = 0; turn < 7; turn += 1) note(await round(`warm${turn}`))
  const other = await openDatabase(database.url)
  onTestFinished(() => other.close())
  for (const [number, table] of tables.entries()) {
    const rounds = round(`beside${number}`)
    await sql`alter table ${sql.table(table)} add column later integer not null default 0`.execute(other.read)
    note(await rounds)
    for (let turn = 0; turn < 2; turn += 1) note(await round(`after${number}${turn}`))
  }
  expect(statuses.length).toBeGreaterThan(1000)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
