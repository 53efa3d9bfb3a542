import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anonymous } from '../../src/http/auth/rights.ts'
import type { Declaration } from '../../src/fields/own/declaration.ts'
import type { Writer } from '../../src/storage/db/dialect.ts'
import { heldFields } from '../../src/records/own/own.filters.ts'
import { countFacets } from '../../src/records/facets/facets.query.ts'
import { listEvents } from '../../src/records/events/events.list.ts'
import { type ListEvents, listEventsParams } from '../../src/records/events/events.params.ts'
import { EventIndex, type IndexParts } from '../../src/storage/index/eventIndex.ts'
import type { Context } from '../../src/http/context.ts'
import { Words } from '../../src/storage/words/words.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { forgetfulContext, readAs } from '../support/context.ts'
import { fewRuns } from '../support/runs.ts'
import { anyOwn, ownFields } from './own.fixture.ts'
import { anyCharacter } from '../support/anyCharacter.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const reader = { caller: anonymous, now, digest: undefined }

let calendar: TestCalendar
let ids: readonly number[]
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 300, now })
  ids = (await calendar.db.read.selectFrom('events').select('id').orderBy('id').execute()).map(({ id }) => id)
})
afterAll(() => calendar.close())

const queries = [
  {},
  { categories: '1,2', orderby: 'title' },
  { search: 'a', orderby: 'relevance' },
  { search: '-e', orderby: 'end_date', order: 'desc' },
  { featured: 'true', ticketed: 'false' },
  { free: 'true' },
  { free: 'false', orderby: 'title' },
  { geoloc: 'true', orderby: 'modified' },
  { starts_after: '2031-03-01', ends_before: '2031-09-01', page: '2' },
] as const

/** The fields that are filters now. */
let all: readonly Declaration[] = []
const fields = ownFields({ audience: 'choices', age: 'number', until: 'date', signed: 'boolean' })
const byFields = [
  { audience: 'a' },
  { audience: 'a,b,-c', age: '2..' },
  { age: '-*', until: '*' },
  { signed: '0', until: '..2031-05-02' },
]

/** What lists and facets are by this index. */
async function answersOf({ index, words }: Indexed): Promise<unknown[]> {
  const declared = { all, language: 'en' } as const
  const context: Context = { ...forgetfulContext(calendar.db), index, words, declared }
  const answers: unknown[] = []
  for (const query of [...queries, ...byFields.map((each) => ({ fields: each }))]) {
    const params = readAs<ListEvents>(listEventsParams, query)
    const { events, page } = await listEvents(context, params, reader)
    const { page: _page, orderby: _by, order: _order, ...filters } = params
    answers.push(
      events.map(({ event }) => event.id),
      page.total,
      await countFacets(context, filters, reader),
    )
  }
  return answers
}

/** The columns and the words of a calendar, as a process of its own has them. */
type Indexed = ReturnType<typeof indexOf>
function indexOf(parts: Partial<IndexParts> = {}) {
  const told = { db: calendar.db, fields: () => heldFields({ all }), ...parts }
  const [index, words] = [new EventIndex(told), new Words(told)]
  return {
    index,
    words,
    current: () => index.current(),
    close: async () => {
      await index.close()
      await words.close()
    },
  }
}

/** What lists and facets are by an index that has read everything now. */
async function truth(): Promise<unknown[]> {
  const index = indexOf()
  try {
    return await answersOf(index)
  } finally {
    await index.close()
  }
}

const anEvent = fc.nat(299).map((at) => ids[at] ?? 0)
const change = fc.oneof(
  fc.record({ id: anEvent, moved_days: fc.integer({ min: -400, max: 400 }) }),
  fc.record({
    id: anEvent,
    title_folded: fc.string({ unit: anyCharacter, maxLength: 4 }).map((text) => text.replaceAll('\0', '')),
  }),
  fc.record({ id: anEvent, folded: fc.constantFrom('abc', 'eee', 'fair', '') }),
  fc.record({ id: anEvent, featured: fc.constantFrom(0, 1) }),
  fc.record({ id: anEvent, status: fc.constantFrom('publish', 'draft', 'private') }),
  fc.record({ id: anEvent, unlinked: fc.constantFrom('event_venues', 'event_terms', 'event_organizers') }),
  fc.record({ id: anEvent, isGone: fc.constant(true) }),
  fc.record({ id: anEvent, term_id: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ id: anEvent, own: anyOwn }),
)

interface Change {
  readonly id: number
  readonly [column: string]: unknown
}

async function make(tx: Writer, { id, ...values }: Change): Promise<void> {
  if ('isGone' in values) await tx.deleteFrom('events').where('id', '=', id).execute()
  else if ('unlinked' in values)
    await sql`delete from ${sql.table(String(values.unlinked))} where event_id = ${id}`.execute(tx)
  else if ('term_id' in values)
    await sql`insert into event_terms (event_id, term_id)
      select id, ${values.term_id} from events where id = ${id} on conflict do nothing`.execute(tx)
  else if ('moved_days' in values) await move(tx, id, Number(values.moved_days))
  else await tx.updateTable('events').set(values).where('id', '=', id).execute()
}

/** Moves an event with its end and its own calendar: rows in which these speak of other days are never written, and nothing is promised of them. */
async function move(tx: Writer, id: number, days: number): Promise<void> {
  const columns = ['starts_at', 'ends_at', 'start_wall', 'end_wall'] as const
  const row = await tx.selectFrom('events').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) return
  const wall = (text: string) =>
    String(Temporal.PlainDateTime.from(text.replace(' ', 'T')).add({ days })).replace('T', ' ')
  const at = (seconds: number) => seconds + days * 86_400
  const moved = {
    starts_at: at(row.starts_at),
    ends_at: at(row.ends_at),
    start_wall: wall(row.start_wall),
    end_wall: wall(row.end_wall),
  }
  await tx.updateTable('events').set(moved).where('id', '=', id).execute()
}

test('however events change, an index that follows answers as one that reads everything anew, whatever it merges meanwhile', async () => {
  // As small as they can be, so that everything is done in pieces, and merged again and again.
  const folder = temporaryFolder()
  const following = indexOf({ folder, limits: { tail: 8, slotsPerTurn: 16, worthKeeping: 0 } })
  await following.current()
  await following.words.fill()
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.option(fc.subarray([...fields]), { nil: undefined, freq: 2 }),
      async (changes, isTogether, declared) => {
        all = declared ?? all
        if (isTogether)
          await calendar.db.write(async (tx) => {
            for (const each of changes) await make(tx, each)
          })
        else for (const each of changes) await calendar.db.write((tx) => make(tx, each))
        // Whoever asks at the same time has answers of one moment, and waits for nobody.
        const [told] = await Promise.all([answersOf(following), following.current(), answersOf(following)])
        expect(told).toEqual(await truth())
      },
    ),
    { numRuns: fewRuns(80) },
  )
  await following.close()
  const next = indexOf({ folder })
  expect(await answersOf(next)).toEqual(await truth())
  await next.close()
})

const limits = { tail: 1000, slotsPerTurn: 1000 }

test.each([
  ['at its end', { ...limits, worthKeeping: 1_000_000 }],
  ['while it was asked, as it is large', { ...limits, worthKeeping: 1 }],
])(
  'an index that was kept %s is followed from there, and reads no event that has not changed since',
  async (how, of) => {
    all = []
    const folder = temporaryFolder()
    const first = indexOf({ folder, limits: of })
    await first.current()
    if (how === 'at its end') await first.close()
    else
      await vi.waitFor(() => expect(existsSync(join(folder, 'index.columns'))).toBe(true), {
        timeout: 60_000,
      })
    const { id } = await calendar.db.read.selectFrom('events').select('id').executeTakeFirstOrThrow()
    await calendar.db.write((tx) => make(tx, { id, modified_at: how.length }))
    const statements: string[] = []
    const { db } = calendar
    const next = indexOf({
      db: {
        ...db,
        atOneMoment: (work) =>
          db.atOneMoment((read) => {
            const watched = read.withPlugin({
              transformQuery: ({ node }) => {
                statements.push(JSON.stringify(node))
                return node
              },
              transformResult: async ({ result }) => result,
            })
            // Whose text is known already is run as it is.
            const run: typeof watched.executeQuery = (query) => {
              statements.push('sql' in query ? query.sql : '')
              return read.executeQuery(query)
            }
            return work(Object.assign(watched, { executeQuery: run }))
          }),
      },
      folder,
    })
    await next.current()
    // Titles are sampled only to read everything.
    expect(statements.filter((text) => text.includes('select title_folded from events'))).toEqual([])
    expect(
      statements.filter((text) => text.startsWith('select') && text.includes('events.starts_at')),
    ).toHaveLength(1)
    // Where no field is a filter, nothing of them is read or kept.
    expect(statements.filter((text) => text.includes('events.own'))).toEqual([])
    expect(readFileSync(join(folder, 'index.columns')).includes('fields')).toBe(false)
    expect(await answersOf(next)).toEqual(await truth())
    await next.close()
    if (how !== 'at its end') await first.close()
  },
)

const columns = 'index.columns'
const words = 'index.db'

/** What may have become of what was kept. */
const harms: Readonly<Record<string, (folder: string) => unknown>> = {
  'is gone': (folder) => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
  },
  'is empty': (folder) => {
    for (const name of [columns, words]) writeFileSync(join(folder, name), '')
  },
  'was cut off': (folder) => {
    for (const name of [columns, words]) {
      const path = join(folder, name)
      writeFileSync(path, readFileSync(path).subarray(0, 5000))
    }
  },
  'has another byte': (folder) => {
    const path = join(folder, columns)
    const bytes = readFileSync(path)
    bytes[bytes.length - 10] = (bytes.at(-10) ?? 0) ^ 1
    writeFileSync(path, bytes)
  },
  'is no such file at all': (folder) => {
    for (const name of [columns, words]) writeFileSync(join(folder, name), 'x'.repeat(20_000))
  },
  'is of something else': (folder) => {
    rmSync(join(folder, words))
    const file = new DatabaseSync(join(folder, words))
    file.exec('create table followed (something text); create table words (more text)')
    file.close()
  },
  'is of another calendar': async (folder) => {
    const other = await createTestCalendar({ events: 40, now })
    const index = indexOf({ db: other.db, folder })
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
    await index.current()
    await index.words.fill()
    await index.close()
    await other.close()
  },
  'is older than the log goes back': async () => {
    await calendar.db.write(async (tx) => {
      await tx
        .updateTable('events')
        .set({ featured: 0 })
        .where('id', '=', ids[3] ?? 0)
        .execute()
      await tx
        .deleteFrom('changes')
        .where('number', '<', sql<number>`(select max(number) from changes)`)
        .execute()
    })
  },
  'is from before a backup was restored': async () => {
    // The log has gone on from there in another way.
    await calendar.db.write(async (tx) => {
      await tx
        .updateTable('changes')
        .set({ token: sql<number>`token + 1` })
        .execute()
      await tx
        .updateTable('events')
        .set({ featured: 1 })
        .where('id', '=', ids[5] ?? 0)
        .execute()
    })
  },
}

test.each(Object.entries(harms))(
  'an index that %s is made anew, and nobody is told less meanwhile',
  async (_, harm) => {
    const folder = temporaryFolder()
    const first = indexOf({ folder })
    await first.current()
    await first.words.fill()
    await first.close()
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([columns, words]))
    await harm(folder)
    const warnings: unknown[] = []
    const warn = (error: unknown, message: string) => warnings.push([message, error])
    const next = indexOf({ folder, warn })
    // While words are looked for in the texts, and once their file is there again.
    const expected = await truth()
    expect(await answersOf(next)).toEqual(expected)
    await next.words.fill()
    expect(await answersOf(next)).toEqual(expected)
    expect(warnings).toEqual([])
    await next.close()
  },
)

test('where no file can be written everything is answered all the same, and it is told once', async () => {
  const folder = temporaryFolder()
  // Nobody, not even root, writes a file where a folder is.
  await mkdir(join(folder, columns))
  await mkdir(join(folder, words))
  const warnings: string[] = []
  const index = indexOf({ folder, warn: (_, message) => warnings.push(message) })
  expect(await answersOf(index)).toEqual(await truth())
  await index.words.fill()
  await calendar.db.write((tx) => make(tx, { id: ids[9] ?? 0, folded: 'abc' }))
  expect(await answersOf(index)).toEqual(await truth())
  expect(warnings).toEqual(['words are looked for in the texts, as their file cannot be used'])
  await index.close()
})
