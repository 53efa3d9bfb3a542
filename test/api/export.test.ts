import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { exportLines } from '../../src/outward/exports/exports.lines.ts'
import { type ImportReport, newReport } from '../../src/outward/imports/imports.report.ts'
import { loadExport } from '../../src/outward/imports/kalends/kalends.load.ts'
import { openExport } from '../../src/outward/imports/kalends/kalends.read.ts'
import { temporaryDatabase } from '../cli/sandbox.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { dump } from './dump.ts'
import { event, type Fields, organizer, term, venue } from './generated.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  const png = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#456' } })
    .png()
    .toBuffer()
  for (const name of ['one', 'two']) {
    const raw = Buffer.concat([png, Buffer.from(name)])
    const headers = {
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="${name}.png"`,
    }
    await app.ask({
      as: 'author',
      method: 'POST',
      path: '/wp/v2/media',
      absolute: true,
      raw: name === 'one' ? png : raw,
      headers,
    })
  }
})
afterAll(() => app.close())

/** What an export does not carry: credentials, and what a calendar keeps for itself. */
const own = new Set([
  'app_passwords',
  'tokens',
  'installation',
  'revision',
  'geocoding_cache',
  'import_sources',
  'import_keys',
  'mail_outbox',
  'identities',
  'submissions',
  'submitters',
  'kysely_migration',
  'kysely_migration_lock',
  'sqlite_sequence',
])

test('whatever a calendar holds, read back it is equal, and reading it again changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(venue, { maxLength: 4 }),
      fc.array(organizer, { maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      async (venues, organizers, dice) => {
        const ids = await grow(venues, organizers)
        for (const fields of fc.sample(event(ids), { numRuns: 8, seed: dice.next().value ?? 0 })) {
          const { id } = await app.create('events', fields)
          await app.create(`events/${id}/tickets`, {
            name: 'Seat',
            kind: 'paid',
            price: '12.50',
            capacity: 5,
          })
        }
        const { series } = await app.create('events', {
          ...plain,
          title: 'Weekly',
          venue: ids.venues.slice(0, 1),
          recurrence: ['RRULE:FREQ=WEEKLY', 'EXDATE:20310312'],
        })
        const change = { as: 'administrator', method: 'PATCH', json: { title: 'Later' } } as const
        const split = await app.ask({ ...change, path: `events/${series.id + 3}?scope=following` })
        expect(split.body.series.id).toBeGreaterThan(series.id)
        await app.db.write((tx) =>
          tx
            .insertInto('redirects')
            .values({ path: `/old/${(number += 1)}`, kind: 'event', record_id: ids.parents[0] ?? 0 })
            .execute(),
        )
        const lines = await exported(app.db)
        const copy = await temporaryDatabase()
        const first = await load(copy, lines)
        expect(first.skipped).toEqual([])
        expect(first.lost).toEqual([])
        expect(await contents(copy)).toEqual(await contents(app.db))
        expect(await exported(copy)).toEqual(lines)
        const revision = await copy.revision()
        const second = await load(copy, lines)
        expect(sumOf(second, 'created') + sumOf(second, 'updated')).toBe(0)
        expect(await contents(copy)).toEqual(await contents(app.db))
        expect(await copy.revision()).toBe(revision)
      },
    ),
    { numRuns: 6 },
  )
})

test('what a protected event says stays closed, since its password is not in the export', async () => {
  const { id } = await app.create('events', { ...plain, title: 'Closed', password: 'sesame' })
  const lines = await exported(app.db)
  expect(lines.join('')).not.toContain('sesame')
  const copy = await temporaryDatabase()
  await load(copy, lines)
  const digest = async ({ read }: Database) => {
    const row = await read
      .selectFrom('events')
      .select('password_digest')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.password_digest
  }
  expect(await digest(copy)).toMatch(/^[0-9a-f]{64}$/)
  expect(await digest(copy)).not.toBe(await digest(app.db))
})

test('what changed since is changed, what is new is added, and what is here alone stays', async () => {
  const { id } = await app.create('events', { ...plain, title: 'Before' })
  const copy = await temporaryDatabase()
  await load(copy, await exported(app.db))
  await app.ask({
    as: 'administrator',
    method: 'PUT',
    path: `events/${id}`,
    json: { title: 'After', tags: ['late'] },
  })
  await app.create('events', { ...plain, title: 'Added' })
  const report = await load(copy, await exported(app.db))
  expect(report.counts.event).toMatchObject({ created: 1, updated: 1, skipped: 0 })
  expect(await contents(copy)).toEqual(await contents(app.db))
})

test('ids that are handed out afterwards are new ones', async () => {
  const copy = await temporaryDatabase()
  await load(copy, await exported(app.db))
  const highest = await copy.read
    .selectFrom('items')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const next = await copy.write((tx) =>
    tx.insertInto('items').values({ kind: 'event' }).returning('id').executeTakeFirstOrThrow(),
  )
  expect(next.id).toBeGreaterThan(highest.id)
})

test('a calendar with something of its own takes no export of another one', async () => {
  const copy = await temporaryDatabase()
  await copy.write((tx) => tx.insertInto('items').values({ kind: 'event' }).execute())
  await expect(load(copy, await exported(app.db))).rejects.toThrow(
    /of another calendar, and this one is not empty/,
  )
  expect(await copy.read.selectFrom('users').selectAll().execute()).toEqual([])
})

test('users who are here already are taken for those of the export, by login or e-mail address', async () => {
  const copy = await temporaryDatabase()
  await copy.write((tx) =>
    tx
      .insertInto('users')
      .values([
        user('keeper', 'keeper@example.org', 'administrator'),
        user('chief', 'Author@example.org', 'editor'),
      ])
      .execute(),
  )
  await app.create('events', { ...plain, title: 'Mine' }, 'author')
  const report = await load(copy, await exported(app.db))
  expect(report.skipped).toEqual([])
  const { author } = await copy.read
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.author_id')
    .select('users.login as author')
    .where('events.title', '=', 'Mine')
    .executeTakeFirstOrThrow()
  expect(author).toBe('chief')
  const roles = await copy.read.selectFrom('users').select(['login', 'role']).orderBy('login').execute()
  expect(roles.map(({ login, role }) => `${login} ${role}`)).toEqual([
    'administrator administrator',
    'chief editor',
    'contributor contributor',
    'editor editor',
    'keeper administrator',
    'subscriber subscriber',
  ])
})

test.each<[string, (lines: string[]) => string[], RegExp]>([
  ['nothing', () => [], /line 1: an export of Kalends begins with/],
  ['another file', () => ['BEGIN:VCALENDAR'], /line 1: an export of Kalends begins with/],
  [
    'a header without a calendar',
    (lines) => [JSON.stringify({ kind: 'kalends-export', version: 1 }), ...lines.slice(1)],
    /line 1: must have required properties calendar, program/,
  ],
  [
    'a later format',
    (lines) => [String(lines[0]).replace('"version":1', '"version":2'), ...lines.slice(1)],
    /line 1: the export is of version 2 of the format; this program reads up to version 1/,
  ],
  [
    'a file that was cut off',
    (lines) => lines.slice(0, -1),
    /line \d+: the export ends without its last line/,
  ],
  [
    'a file with a line taken out',
    (lines) => lines.toSpliced(3, 1),
    /the export should hold \d+ records, not \d+/,
  ],
])('%s is refused with its line', async (_, spoil, reason) => {
  const copy = await temporaryDatabase()
  await expect(load(copy, spoil(await exported(app.db)))).rejects.toThrow(reason)
})

test('what came before the end of a file that was cut off is there, and the whole file completes it', async () => {
  const lines = await exported(app.db)
  const copy = await temporaryDatabase()
  await expect(load(copy, lines.slice(0, -1))).rejects.toThrow(/it was cut off/)
  expect(await contents(copy)).toEqual(await contents(app.db))
  await load(copy, lines)
  expect(await contents(copy)).toEqual(await contents(app.db))
})

test('a record that is not right is told of with its line and left out, and the others are read', async () => {
  const lines = await exported(app.db)
  const spoil = (line: string, change: object) => JSON.stringify({ ...JSON.parse(line), ...change })
  const at = lines.findIndex((line) => line.includes('"kind":"event"'))
  const spoiled = lines.toSpliced(
    at,
    5,
    'not JSON',
    '[]',
    spoil(lines[at + 2] ?? '', { status: 'gone' }),
    spoil(lines[at + 3] ?? '', { ends_at: '0001-01-01T00:00:00Z' }),
    spoil(lines[at + 4] ?? '', { start_wall: '2031-02-30 10:00:00' }),
  )
  const copy = await temporaryDatabase()
  const report = await load(copy, spoiled)
  expect(report.skipped.map(({ at, says }) => `${at}: ${says}`)).toEqual([
    `line ${at + 1}: is not JSON`,
    `line ${at + 2}: is not a JSON object`,
    `line ${at + 3}: “status” must be equal to one of the allowed values`,
    `line ${at + 4}: ends before it starts`,
    `line ${at + 5}: “start_wall” is no day or time that there is: 2031-02-30 10:00:00`,
  ])
  const { number } = await copy.read
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  expect(number).toBe(lines.filter((line) => line.includes('"kind":"event"')).length - 5)
})

test('one record that the database refuses leaves the others of its batch alone', async () => {
  const lines = await exported(app.db)
  const at = lines.findIndex((line) => line.includes('"kind":"event"') && line.includes('"status":"publish"'))
  const twin = { ...JSON.parse(lines[at] ?? ''), id: 9_000_001, post_parent: null, tickets: [] }
  const end = JSON.parse(lines.at(-1) ?? '')
  const more = { ...end, counts: { ...end.counts, event: end.counts.event + 1 } }
  const copy = await temporaryDatabase()
  const report = await load(copy, [...lines.slice(0, -1), JSON.stringify(twin), JSON.stringify(more)])
  expect(report.skipped.map(({ key, says }) => `${key}: ${says}`)).toEqual([
    expect.stringMatching(/^9000001: cannot be stored: /),
  ])
  expect(await contents(copy)).toEqual(await contents(app.db))
})

test('a dry run tells the same and writes nothing', async () => {
  const copy = await temporaryDatabase()
  const before = await dump(copy)
  const foreseen = await load(copy, await exported(app.db), true)
  expect(await dump(copy)).toEqual(before)
  expect(foreseen.counts).toEqual((await load(copy, await exported(app.db))).counts)
})

const plain = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 20:00:00', status: 'publish' }

const user = (login: string, email: string, role: 'administrator' | 'editor') => ({
  login,
  login_folded: login,
  email,
  email_folded: email.toLowerCase(),
  name: login,
  role,
  created_at: 0,
})

async function grow(venues: readonly Fields[], organizers: readonly Fields[]) {
  const made = async (path: string, all: readonly Fields[]) => {
    const ids: number[] = []
    for (const fields of all) ids.push((await app.create(path, fields)).id)
    return ids
  }
  const [categories] = fc.sample(fc.array(term(undefined), { minLength: 1, maxLength: 3 }), 1)
  return {
    venues: await made('venues', venues),
    organizers: await made('organizers', organizers),
    categories: await made('categories', unlike(categories ?? [])),
    tags: await made('tags', unlike([{ name: 'free' }])),
    parents: await made('events', [{ ...plain, title: 'Festival', image: 1 }]),
  }
}

/** Terms need names of their own. */
function unlike(terms: readonly Fields[]): Fields[] {
  return terms.map((fields) => ({
    ...fields,
    name: `${String(fields['name'])} ${(number += 1)}`,
    slug: undefined,
  }))
}

/** The lines, without what tells one export from another. */
async function exported(db: Database): Promise<string[]> {
  let text = ''
  const facts = { calendar: 'town', program: '1.2.3', now: Temporal.Instant.from('2031-01-01T00:00:00Z') }
  for await (const chunk of exportLines(db.read, facts)) text += chunk
  return text.trimEnd().split('\n')
}

async function load(db: Database, lines: readonly string[], isDryRun = false): Promise<ImportReport> {
  const report = newReport()
  await loadExport(db, await openExport(each(lines)), { report, isDryRun })
  return report
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

async function contents(db: Database): Promise<Record<string, string[]>> {
  const tables = Object.entries(await dump(db)).filter(([name]) => !own.has(name))
  return Object.fromEntries(
    tables.map(([name, rows]) => [
      name,
      rows.map((row) => row.replace(/"password_digest":"\w+"/, '"password_digest":"…"')),
    ]),
  )
}

function sumOf({ counts }: ImportReport, outcome: 'created' | 'updated'): number {
  return Object.values(counts).reduce((sum, each) => sum + each[outcome], 0)
}
