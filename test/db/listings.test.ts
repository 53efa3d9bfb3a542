import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../src/auth/users.ts'
import type { Database } from '../../src/db/dialect.ts'
import { linkedListings, listingColumns } from '../../src/db/listings.ts'
import { openDatabase } from '../../src/db/open.ts'
import { fillCalendar } from '../support/fill.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let folder: string
let place: TestDatabase
let db: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kalends-listings-'))
  place = await createTestDatabase(folder)
  db = await openDatabase(place.url)
  const { id } = await createUser(db, { login: 'a', email: 'a@example.org', role: 'administrator' }, 0)
  await fillCalendar(db, { events: 60, now: Temporal.Instant.from('2031-02-15T12:00:00Z'), authors: [id] })
})
afterAll(async () => {
  await db.close()
  await place.remove()
  rmSync(folder, { recursive: true })
})

const columns = sql.join(['id', ...listingColumns].map((name) => sql.ref(name)))

/** What there is in the one and not in the other, both ways: nothing, when listings are in step. */
async function differences(): Promise<unknown[]> {
  const pairs = [
    [sql`select ${columns} from events`, sql`select ${columns} from listings`],
    ...Object.entries(linkedListings).map(([table, { links, column }]) => [
      sql`select distinct ${sql.ref(`links.${column}`)}, events.* from ${sql.table(links)} as links
        join (select ${columns} from events) as events on events.id = links.event_id`,
      sql`select distinct target_id, ${columns} from ${sql.table(table)}`,
    ]),
  ] as const
  const found = []
  for (const [wanted, kept] of pairs) {
    for (const [one, other] of [
      [wanted, kept],
      [kept, wanted],
    ] as const) {
      const { rows } =
        await sql`select * from (${one}) as one except select * from (${other}) as other`.execute(db.read)
      found.push(...rows)
    }
  }
  return found
}

/** What writes do to events and their links, each with numbers to choose by. */
const changes: Readonly<Record<string, (event: number, other: number) => Promise<unknown>>> = {
  move: (id, starts_at) =>
    db.write((tx) =>
      tx
        .updateTable('events')
        .set({ starts_at, ends_at: starts_at + 1 })
        .where('id', '=', id)
        .execute(),
    ),
  trash: (id) =>
    db.write((tx) =>
      tx
        .updateTable('events')
        .set({ status: 'trash', status_before: 'publish' })
        .where('id', '=', id)
        .execute(),
    ),
  hide: (id, some) =>
    db.write((tx) =>
      tx
        .updateTable('events')
        .set({ hide_from_listings: some % 2 === 0 ? 1 : 0, featured: 1 })
        .where('id', '=', id)
        .execute(),
    ),
  'leave as it is': (id) =>
    db.write((tx) => tx.updateTable('events').set({ description: 'new' }).where('id', '=', id).execute()),
  'link to a term': (event_id, some) =>
    db.write((tx) =>
      tx
        .insertInto('event_terms')
        .values({ event_id, term_id: 1 + (some % 40) })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    ),
  'link to venues anew': (event_id, some) =>
    db.write(async (tx) => {
      await tx.deleteFrom('event_venues').where('event_id', '=', event_id).execute()
      const [one, other] = [1 + (some % 7), 1 + (some % 5)]
      await tx
        .insertInto('event_venues')
        .values([one, other, one].map((venue_id, position) => ({ event_id, venue_id, position })))
        .execute()
    }),
  'unlink the first venue': (event_id) =>
    db.write((tx) =>
      tx.deleteFrom('event_venues').where('event_id', '=', event_id).where('position', '=', 0).execute(),
    ),
  'remove a venue': (_, some) =>
    db.write((tx) =>
      tx
        .deleteFrom('items')
        .where('kind', '=', 'venue')
        .where('id', '=', 8 + (some % 20))
        .execute(),
    ),
  'remove a term': (_, some) =>
    db.write((tx) =>
      tx
        .deleteFrom('terms')
        .where('id', '=', 41 + (some % 900))
        .execute(),
    ),
  remove: (id) => db.write((tx) => tx.deleteFrom('items').where('id', '=', id).execute()),
}

test('whatever happens to events and their links, listings say the same', async () => {
  const ids = (await db.read.selectFrom('events').select('id').execute()).map(({ id }) => id)
  expect(await differences()).toEqual([])
  const step = fc.tuple(
    fc.constantFrom(...Object.keys(changes)),
    fc.constantFrom(...ids),
    fc.integer({ min: 0, max: 2 ** 31 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const [name, id, some] of steps) {
        const isThere = await db.read
          .selectFrom('events')
          .select('id')
          .where('id', '=', id)
          .executeTakeFirst()
        if (isThere) await changes[name]?.(id, some)
      }
      expect(await differences()).toEqual([])
    }),
    { numRuns: 60 },
  )
})
