import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, type Writer } from '../../src/db/dialect.ts'
import { fold } from '../../src/text/fold.ts'
import type { SearchWords } from '../../src/text/search.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { usesSqlite } from '../support/database.ts'
import { diceFrom } from '../support/dice.ts'
import { eventRow, organizerRow } from '../support/fill.rows.ts'

let calendar: TestCalendar
let db: Database
beforeAll(async () => {
  calendar = await createTestCalendar()
  db = calendar.db
})
afterAll(() => calendar.close())

/** Pieces that texts and searches are made of: they share beginnings, ends and what stands between words. */
const pieces =
  'wein weinfest est fest rot rotwein w e 7 2031 ł café naïve ΑΘΉΝΑ σας الشعر שלום мир 日本橋 東京、 。日 ไทยดี नमस्ते 한글 🎉 👩‍👩‍👧 ( ) <p> </p> "rot" \\ / = & % _ * - – ’ l’ , ; : ! ? . .. @ # \u0001 \t \u007f \u00a0 \ufffd é'.split(
    ' ',
  )
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
)
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ', ' ', '\n')), { maxLength: 12 })
  .map((parts) => stored(parts.flat().join('')))

/** A text as it comes to be stored and searched: without U+0000, which nothing that is stored holds. */
function stored(text: string): string {
  return fold(text.replaceAll('\0', '').toWellFormed()).replaceAll(/[^\S\n]+/g, ' ')
}

/** What somebody searches: a part of a text that may be there, or anything. */
const searched = fc
  .oneof(
    { weight: 3, arbitrary: piece },
    {
      weight: 3,
      arbitrary: fc
        .tuple(text, fc.nat(20), fc.integer({ min: 1, max: 12 }))
        .map(([of, from, length]) => of.slice(from, from + length)),
    },
  )
  .map((part) => stored(part.toWellFormed()).trim())
  .filter((part) => part !== '')

/** Longer than what an index may know of one word. */
const endless = '日'.repeat(12_000)

const words = fc.record({
  all: fc.array(searched, { maxLength: 3 }),
  none: fc.array(searched, { maxLength: 2 }),
})

test.each([
  ['each by itself', 'organizers', undefined],
  ['and share commits', 'events', 'small'],
] as const)(
  'whatever happens to texts, %s, a search finds those that hold all of the words and none of the others',
  async (_, table, scope) => {
    const change = fc.tuple(
      fc.constantFrom('write', 'write', 'write', 'remove'),
      fc.integer({ min: 0, max: 9 }),
      text,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 16 }),
        fc.array(words, { minLength: 1, maxLength: 6 }),
        async (changes, searches) => {
          const texts = new Map<number, string>()
          await db.write((tx) => clear(tx))
          const written = changes.map(async ([what, number, folded]) => {
            const id = 100 + number
            if (what === 'write') texts.set(id, folded)
            else texts.delete(id)
            return db.write((tx) => (what === 'write' ? write(tx, id, folded, table) : remove(tx, id)), scope)
          })
          await Promise.all(written)
          for (const search of searches) expect(await find(search, table)).toEqual(holding(texts, search))
          expect(await strayWords(texts, table)).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  },
)

test.each(['events', 'organizers'] as const)(
  'a search finds %s by what is in many texts, in many words, and in few of many',
  async (table) => {
    const texts = new Map(
      Array.from({ length: 3000 }, (_, index) => [
        1000 + index,
        `zug${index} ${index % 2 ? 'gerade' : 'anders'} ab${index % 1500}cd${index === 77 ? ' selten, rot' : ''}`,
      ]),
    )
    texts.set(10_000, `${endless}osten`).set(10_001, `${endless}westen`)
    const different = Array.from({ length: 21_000 }, (_, index) => `y${index}`)
    texts.set(10_002, different.join(' ')).set(10_003, 'endlich y')
    await db.write(async (tx) => {
      await clear(tx)
      for (const [id, folded] of texts) await write(tx, id, folded, table)
    })
    const searches: SearchWords[] = [
      { all: ['gerade'], none: [] },
      { all: ['zug'], none: [] },
      { all: ['g'], none: ['7'] },
      { all: ['gerade', 'zug', 'c'], none: ['b1'] },
      { all: [], none: ['gerade'] },
      { all: [], none: ['zug1', '99c'] },
      { all: ['selten'], none: [] },
      { all: ['selten', 'gerade'], none: ['anders'] },
      { all: ['selten, rot'], none: [] },
      { all: ['rot'], none: ['selten, r'] },
      { all: ['ers ab'], none: ['zug5'] },
      { all: ['fehlt'], none: [] },
      { all: ['osten'], none: [] },
      { all: ['日'], none: ['westen'] },
      { all: ['gerade'], none: ['fehlt'] },
      { all: ['y'], none: [] },
      { all: ['y'], none: ['y20999'] },
      { all: [], none: [] },
    ]
    for (const search of searches)
      expect([search, await find(search, table)]).toEqual([search, holding(texts, search)])
  },
)

type Searched = 'events' | 'organizers'

async function write(tx: Writer, id: number, folded: string, table: Searched = 'organizers'): Promise<void> {
  const known = await tx
    .updateTable(table as 'organizers')
    .set({ folded })
    .where('id', '=', id)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  const maker = { dice: diceFrom(id), now_s: 0, authors: [calendar.author] }
  await tx.insertInto('items').values({ id, kind: 'organizer' }).execute()
  await (table === 'events'
    ? tx
        .insertInto('events')
        .values({ ...eventRow(maker, id, null), folded })
        .execute()
    : tx
        .insertInto('organizers')
        .values({ ...organizerRow(maker, id), folded })
        .execute())
}

async function remove(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('items').where('id', '=', id).execute()
}

async function clear(tx: Writer): Promise<void> {
  await tx.deleteFrom('items').execute()
}

async function find(search: SearchWords, table: Searched = 'organizers', from = db): Promise<number[]> {
  const conditions = await from.matching(table, search)
  const rows = await from.read
    .selectFrom(table as 'organizers')
    .select('id')
    .where((eb) => eb.and([...conditions]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

function holding(texts: ReadonlyMap<number, string>, { all, none }: SearchWords): number[] {
  return [...texts]
    .filter(
      ([, text]) => all.every((word) => text.includes(word)) && !none.some((word) => text.includes(word)),
    )
    .map(([id]) => id)
    .toSorted((one, other) => one - other)
}

/** Words that are still kept though no text has them when searches have been prepared: none. */
async function strayWords(texts: ReadonlyMap<number, string>, table: Searched): Promise<string[]> {
  if (!usesSqlite()) return []
  await db.prepareSearches(new AbortController().signal)
  const { rows } = await sql<{
    word: string
  }>`select word from ${sql.table(`${table}_search_words`)}`.execute(db.read)
  const all = [...texts.values()].join('\n')
  return rows.map(({ word }) => word).filter((word) => !all.includes(word))
}

test.runIf(usesSqlite())(
  'forgetting words goes on where it was ended, and keeps those that a text has again',
  async () => {
    const many = Array.from({ length: 450 }, (_, index) => `x${index}`).join(' ')
    const kept = async () =>
      (await sql`select word from organizers_search_words`.execute(db.read)).rows.length
    await db.write(async (tx) => {
      await clear(tx)
      await write(tx, 100, many)
      await write(tx, 101, 'x7')
    })
    await db.prepareSearches(new AbortController().signal)
    expect(await kept()).toBe(450)
    await db.write((tx) => write(tx, 100, 'neu'))
    await db.write((tx) => write(tx, 101, 'x8'))
    await db.prepareSearches(AbortSignal.abort())
    expect(await kept()).toBe(451)
    await db.prepareSearches(new AbortController().signal)
    const { rows } = await sql<{
      word: string
    }>`select word from organizers_search_words order by word`.execute(db.read)
    expect(rows.map(({ word }) => word)).toEqual(['neu', 'x8'])
    const left = await sql`select word from organizers_search_dropped`.execute(db.read)
    expect(left.rows).toEqual([])
  },
)
