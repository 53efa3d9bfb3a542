import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '../../src/auth/users.ts'
import type { Database, Writer } from '../../src/db/dialect.ts'
import type { Sees, Within } from '../../src/db/spans.ts'
import type { Status } from '../../src/params/statuses.ts'
import type { SearchWords } from '../../src/text/search.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { always } from '../support/countedAt.ts'
import { diceFrom } from '../support/dice.ts'
import { eventRow } from '../support/fill.rows.ts'

let calendar: TestCalendar
/** Two processes on one database: each remembers for itself what it has found. */
let nodes: readonly [Database, Database]
/** Two people by id: the events of the second are somebody’s own. */
let authors: readonly number[] = []
beforeAll(async () => {
  calendar = await createTestCalendar()
  nodes = [calendar.db, await calendar.openAgain()]
  const second = { login: 'bob', email: 'bob@example.org', role: 'author' } as const
  authors = [calendar.author, (await createUser(calendar.db, second, 0)).id]
})
afterAll(() => calendar.close())
beforeEach(async () => {
  await nodes[0].write((tx) => tx.deleteFrom('items').execute())
})

/** What of an event a search goes by. */
interface Entry {
  readonly folded: string
  readonly title_folded: string
  readonly starts_at: number
  readonly ends_at: number
  readonly status: 'publish' | 'draft' | 'pending'
  readonly hide_from_listings: 0 | 1
  readonly password_digest: string | null
  /** Whose it is, as a place in `authors`. */
  readonly author: 0 | 1
}

const words = ['wein', 'weinfest', 'rot', 'rotwein', 'w', '日本']
const textOf = (most: number) =>
  fc.array(fc.constantFrom(...words), { maxLength: most }).map((some) => some.join(' '))
const mostly = <Usual, Other>(usual: Usual, other: Other) => fc.constantFrom(usual, usual, usual, other)
const entry: fc.Arbitrary<Entry> = fc
  .record({
    title_folded: textOf(2),
    rest: textOf(4),
    starts_at: fc.integer({ min: 0, max: 20 }),
    lasts: fc.nat(9),
    shown: fc.record({
      status: fc.constantFrom('publish' as const, 'publish' as const, 'draft' as const, 'pending' as const),
      hide_from_listings: mostly(0 as const, 1 as const),
      password_digest: mostly(null, 'digest'),
      author: fc.constantFrom(0 as const, 1 as const),
    }),
  })
  .map(({ title_folded, rest, starts_at, lasts, shown }) =>
    Object.assign(shown, {
      title_folded,
      folded: `${title_folded} ${rest}`,
      starts_at,
      ends_at: starts_at + lasts,
    }),
  )

const limit = fc.record({
  from: fc.constantFrom(-Infinity, 3, 10),
  until: fc.constantFrom(Infinity, 12, 25),
})
const asked = fc.record({
  all: fc.subarray(['wein', 'rot', 'fest', 'w', 'rot wein', 'fehlt', '日'], { maxLength: 2 }),
  none: fc.subarray(['weinfest', 'ot', 'rot rot'], { maxLength: 1 }),
  limits: fc.record({ starts_at: limit, ends_at: limit }),
  seen: fc.constantFrom(undefined, 'drafts' as const, 'own' as const, 'protected' as const),
  node: fc.constantFrom(0 as const, 1 as const),
})
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never

/** What happens to an event: it is as it is given, or gone. */
const change = fc.record({
  id: fc.integer({ min: 100, max: 109 }),
  entry: fc.oneof(entry, fc.constant(undefined)),
})

test('whatever happens to events between searches, each finds those that are listed and hold its words now', async () => {
  const steps = fc.array(fc.tuple(fc.array(change, { maxLength: 3 }), asked), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      await nodes[0].write((tx) => tx.deleteFrom('items').execute())
      const events = new Map<number, Entry>()
      for (const [changes, asked] of steps) {
        for (const { id, entry } of changes) {
          await nodes[0].write((tx) => put(tx, id, entry))
          if (entry) events.set(id, entry)
          else events.delete(id)
        }
        await expectFound(events, asked)
      }
    }),
    { numRuns: 150 },
  )
})

test('who has missed more changes than are kept finds what is there now', async () => {
  const [first, second] = nodes
  const event: Entry = {
    folded: 'rot',
    title_folded: '',
    starts_at: 5,
    ends_at: 6,
    status: 'publish',
    hide_from_listings: 0,
    password_digest: null,
    author: 0,
  }
  await first.write((tx) => put(tx, 100, event))
  await first.write((tx) => put(tx, 101, event))
  const search: SearchWords = { all: ['rot'], none: [] }
  expect((await second.findListed({ words: search }, always))?.ids()).toEqual([100, 101])
  for (const times of [900, 1200, 5000]) {
    const blank = { ...event, folded: `wein ${times}` }
    await first.write(async (tx) => {
      await put(tx, 100, blank)
      for (let time = 0; time < times; time += 1)
        await tx
          .updateTable('events')
          .set({ starts_at: time % 7 })
          .where('id', '=', 101)
          .execute()
    })
    expect((await second.findListed({ words: search }, always))?.ids()).toEqual([101])
    await first.write((tx) => put(tx, 100, event))
    expect((await second.findListed({ words: search }, always))?.ids()).toEqual([100, 101])
  }
  const { rows } = await sql<{ kept: number }>`select count(*) as kept from event_changes`.execute(first.read)
  expect(rows[0]?.kept).toBeGreaterThanOrEqual(4096)
  expect(rows[0]?.kept).toBeLessThan(4096 + 64)
})

test('an event that is not published is found by those whose it is now, and not by those whose it was', async () => {
  const [first, second] = nodes
  const event = { folded: 'rot', title_folded: '', starts_at: 5, ends_at: 6, status: 'draft' } as const
  const hidden = { ...event, hide_from_listings: 0, password_digest: null, author: 0 } as const
  await first.write((tx) => put(tx, 100, hidden))
  const foundBy = async (whose: 0 | 1) => {
    const sees: Sees = ({ author_id }) => author_id === authors[whose]
    const found = await second.findListed({ words: { all: ['rot'], none: [] } }, { ...always, sees })
    return found?.ids()
  }
  expect([await foundBy(0), await foundBy(1)]).toEqual([[100], []])
  await first.write((tx) => put(tx, 100, { ...hidden, author: 1 }))
  expect([await foundBy(0), await foundBy(1)]).toEqual([[], [100]])
})

test('an event that is far beyond the others is found, and so are searches that were never asked before', async () => {
  const [db] = nodes
  const event = { folded: 'rot', title_folded: 'rot', starts_at: 5, ends_at: 6, status: 'publish' } as const
  const shown = { ...event, hide_from_listings: 0, password_digest: null, author: 0 } as const
  await db.write((tx) => put(tx, 100, shown))
  expect((await db.findListed({ words: { all: ['rot'], none: [] } }, always))?.ids()).toEqual([100])
  await db.write((tx) => put(tx, 90_000, { ...shown, folded: 'rot selten' }))
  expect((await db.findListed({ words: { all: ['rot'], none: [] } }, always))?.ids()).toEqual([100, 90_000])
  for (let number = 0; number < 200; number += 1)
    expect((await db.findListed({ words: { all: [`selten${number}`], none: [] } }, always))?.ids()).toEqual(
      [],
    )
  expect((await db.findListed({ words: { all: ['rot', 'selten'], none: [] } }, always))?.ids()).toEqual([
    90_000,
  ])
})

test('events whose ids are too far between for anything to be kept of each are found, and so they are when these are gone', async () => {
  const [db, other] = nodes
  const event = { folded: 'rot', title_folded: 'rot', starts_at: 5, ends_at: 6, status: 'publish' } as const
  const shown = { ...event, hide_from_listings: 0, password_digest: null, author: 0 } as const
  const search: SearchWords = { all: ['rot'], none: [] }
  const found = async (node: Database) => {
    const [condition] = await node.matching('events', search)
    const rows = await sql<{ id: number }>`select id from events where ${condition} order by id`.execute(
      node.read,
    )
    return rows.rows.map(({ id }) => id)
  }
  await db.write((tx) => put(tx, 100, shown))
  expect((await other.findListed({ words: search }, always))?.ids()).toEqual([100])
  for (const id of [2 ** 31, 2 ** 52]) await db.write((tx) => put(tx, id, shown))
  await db.write((tx) => put(tx, 101, shown))
  for (const node of nodes) {
    expect(await node.findListed({ words: search }, always)).toBeUndefined()
    expect(await found(node)).toEqual([100, 101, 2 ** 31, 2 ** 52])
  }
  await db.write(async (tx) => {
    for (const id of [2 ** 31, 2 ** 52]) await put(tx, id, undefined)
  })
  for (const node of nodes)
    expect((await node.findListed({ words: search }, always))?.ids()).toEqual([100, 101])
})

test('searches that happen at once while events change find what was acknowledged before them', async () => {
  const [first, second] = nodes
  const event = { title_folded: '', starts_at: 5, ends_at: 6, status: 'publish' } as const
  const shown = { ...event, hide_from_listings: 0, password_digest: null, author: 0 } as const
  const search: SearchWords = { all: ['rot'], none: [] }
  for (let round = 0; round < 20; round += 1) {
    const [added, removed] = [200 + round, 199 + round]
    await first.write(async (tx) => {
      await put(tx, added, { ...shown, folded: 'rot' })
      await put(tx, removed, { ...shown, folded: 'wein' })
    })
    const later = first.write((tx) => put(tx, 500 + round, { ...shown, folded: 'rot' }))
    const found = await Promise.all([1, 2, 3].map(async () => second.findListed({ words: search }, always)))
    await later
    for (const rows of found) {
      expect(rows?.ids()).toContain(added)
      expect(rows?.ids()).not.toContain(removed)
    }
  }
})

async function expectFound(
  events: ReadonlyMap<number, Entry>,
  { all, none, limits, seen, node }: Asked,
): Promise<void> {
  const db = nodes[node]
  const matching = idsOf(events, ({ folded }) => {
    const holds = (word: string) => folded.includes(word)
    return all.every(holds) && !none.some(holds)
  })
  const conditions = await db.matching('events', { all, none })
  const rows = await db.read
    .selectFrom('events')
    .select('id')
    .where((eb) => eb.and([...conditions]))
    .orderBy('id')
    .execute()
  expect(rows.map(({ id }) => id)).toEqual(matching)
  const isSeen = seen && seers[seen]
  const sees: Sees | undefined =
    isSeen && ((event) => isSeen({ ...event, isTheirs: event.author_id === authors[1] }))
  const showsProtected = seen === 'protected'
  const found = await db.findListed({ words: { all, none } }, { within: limits, showsProtected, sees })
  if (all.length > 0) expect(found).toBeDefined()
  if (!found) return
  expect(found.ids()).toEqual(matching.filter((id) => isListed(events.get(id), { limits, seen })))
  const ranks = await db.rankByTitle(found, all)
  const missed = (id: number) => all.filter((word) => !events.get(id)?.title_folded.includes(word)).length
  expect(ranks?.map((rank) => rank.ids())).toEqual(
    Array.from({ length: all.length + 1 }, (_, misses) => found.ids().filter((id) => missed(id) === misses)),
  )
}

function idsOf(events: ReadonlyMap<number, Entry>, isWanted: (event: Entry) => boolean): number[] {
  return [...events]
    .flatMap(([id, event]) => (isWanted(event) ? id : []))
    .toSorted((one, other) => one - other)
}

/** What a reader may go by. */
interface Restricted {
  readonly status: Status
  readonly isProtected: boolean
  readonly isTheirs: boolean
}

const seers: Readonly<Record<NonNullable<Asked['seen']>, (event: Restricted) => boolean>> = {
  drafts: ({ status, isProtected }) => status === 'draft' && !isProtected,
  own: ({ isTheirs, isProtected }) => isTheirs && !isProtected,
  protected: ({ status }) => status === 'publish',
}

function isListed(event: Entry | undefined, { limits, seen }: Pick<Asked, 'limits' | 'seen'>): boolean {
  if (!event || event.hide_from_listings) return false
  const { status, author } = event
  const isProtected = event.password_digest !== null
  const isEverybodys = status === 'publish' && !isProtected
  if (!isEverybodys && !(seen && seers[seen]({ status, isProtected, isTheirs: author === 1 }))) return false
  const isWithin = (at: number, { from, until }: Within['starts_at']) => at >= from && at < until
  return isWithin(event.starts_at, limits.starts_at) && isWithin(event.ends_at, limits.ends_at)
}

async function put(tx: Writer, id: number, entry: Entry | undefined): Promise<void> {
  if (!entry) {
    await tx.deleteFrom('items').where('id', '=', id).execute()
    return
  }
  const { author, ...others } = entry
  const values = { ...others, author_id: authors[author] ?? 0 }
  const known = await tx.updateTable('events').set(values).where('id', '=', id).executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  const maker = { dice: diceFrom(id), now_s: 0, authors: [calendar.author] }
  await tx.insertInto('items').values({ id, kind: 'event' }).execute()
  await tx
    .insertInto('events')
    .values({ ...eventRow(maker, id, null), ...values })
    .execute()
}
