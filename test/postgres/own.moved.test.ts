import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type OwnKind,
  ownKinds,
  type OwnType,
  ownTypes,
  type OwnValues,
} from '../../src/fields/own/declaration.ts'
import { exportLines } from '../../src/outward/exports/exports.lines.ts'
import { loadExport } from '../../src/outward/imports/kalends/kalends.load.ts'
import { openExport } from '../../src/outward/imports/kalends/kalends.read.ts'
import { newReport } from '../../src/outward/imports/imports.report.ts'
import { called } from '../api/mcp.ts'
import { open, submissionsOf } from '../api/submissions.ts'
import { acknowledged } from '../api/tec.ts'
import { createAccounts } from '../support/accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createTestDatabase, sqliteDatabase } from '../support/database.ts'
import { fewRuns } from '../support/runs.ts'

/** A field as it is declared, and the values that it takes, as they are read back. */
interface Field {
  readonly name: string
  readonly type: OwnType
  readonly kinds: readonly OwnKind[]
  readonly public: boolean
  readonly filter: boolean
  readonly label: object
  readonly options?: readonly { readonly value: string; readonly label: object }[]
  readonly min?: number | string
  readonly max?: number | string
  readonly wire_name?: string
}

const languages = ['en', 'de', 'ja', 'ar'] as const
const anyText = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.length <= maxLength)
const anyLabel = fc
  .uniqueArray(fc.constantFrom(...languages), { minLength: 1 })
  .chain((some) =>
    fc.record(
      Object.fromEntries(some.map((one) => [one, fc.stringMatching(/^[A-Za-zäöüßéñ' ]{1,20}[a-z]$/)])),
    ),
  )
const values = ['a', 'b', 'c_1', 'd2']

const anyField = (at: number): fc.Arbitrary<Field> =>
  fc
    .record({
      type: fc.constantFrom(...ownTypes),
      kinds: fc.subarray([...ownKinds], { minLength: 1 }),
      isPublic: fc.boolean(),
      isFilter: fc.boolean(),
      label: anyLabel,
      // Labels of options are told from each other and from values, as they are read as well.
      labels: fc.array(fc.constantFrom('One', 'Two, too', 'Drei', '四'), { minLength: 4, maxLength: 4 }),
      bounds: fc.boolean(),
      isWire: fc.boolean(),
    })
    .map(({ type, kinds, isPublic, isFilter, label, labels, bounds, isWire }) => {
      const told = values.map((value, index) => ({ value, label: { en: `${index} ${labels[index]}` } }))
      const options = type === 'choice' || type === 'choices' ? { options: told } : {}
      const wire = isWire ? { wire_name: `_ecp_custom_${at}` } : {}
      const filter = isFilter && type !== 'text' && type !== 'link'
      const field = { name: `f_${at}`, type, kinds, public: isPublic, filter, label }
      return Object.assign(field, options, bounds ? boundsOf[type] : {}, wire)
    })

const boundsOf: Readonly<Partial<Record<OwnType, object>>> = {
  number: { min: -5, max: 1000 },
  date: { min: '2020-01-01', max: '2040-12-31' },
  text: { max: 40 },
}

const anyValue: Readonly<Record<OwnType, fc.Arbitrary<OwnValues[string]>>> = {
  text: anyText(40),
  number: fc.integer({ min: -5000, max: 1_000_000 }).map((number) => number / 1000),
  choice: fc.constantFrom(...values),
  choices: fc.subarray(values, { minLength: 1 }),
  boolean: fc.boolean(),
  link: fc.constantFrom(
    'https://example.org/',
    'http://a.example/b?c=d&e=%20f#g',
    'https://xn--mnchen-3ya.example/%C3%A4',
  ),
  date: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
}

/** What a record of a kind says, by a way in which it is written. */
type Said = readonly [way: string, values: OwnValues]

const anySaid = (fields: readonly Field[], kind: OwnKind): fc.Arbitrary<Said> =>
  fc.tuple(
    fc.constantFrom(...Object.keys(ways[kind])),
    fc.record<OwnValues>(
      Object.fromEntries(
        fields.filter(({ kinds }) => kinds.includes(kind)).map(({ name, type }) => [name, anyValue[type]]),
      ),
      { requiredKeys: [] },
    ),
  )

const anyCalendar = fc
  .integer({ min: 1, max: 5 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => anyField(at))))
  .chain((fields) =>
    fc.record({
      fields: fc.constant(fields as readonly Field[]),
      event: fc.array(anySaid(fields, 'event'), { minLength: 1, maxLength: 5 }),
      venue: fc.array(anySaid(fields, 'venue'), { maxLength: 2 }),
      organizer: fc.array(anySaid(fields, 'organizer'), { maxLength: 2 }),
    }),
  )

const as = 'administrator' as const
const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' }
const empty = { title: 'A', ...times }

/** Writes a record that says this; answers its id, or those of several. */
type Way = (app: TestApp, said: OwnValues, fields: readonly Field[]) => Promise<number | readonly number[]>

const sent = async (
  app: TestApp,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  json: object,
) => {
  const absolute = path.startsWith('/')
  const headers = absolute ? acknowledged : {}
  const { status, text, body } = await app.ask({ as, method, path, absolute, headers, json })
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return body
}

/** As forms have values: lists by their members. */
function inForm(said: OwnValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((one: string, at) => [`fields[${name}][${at}]`, one] as const)
        : [[`fields[${name}]`, String(value)] as const],
    ),
  )
}

const changed =
  (kind: 'events' | 'venues' | 'organizers', json: object, method: 'PUT' | 'PATCH' | 'POST'): Way =>
  async (app, fields) => {
    const { id } = await app.create(kind, json)
    await sent(app, method, `${kind}/${id}`, { fields })
    return id
  }

const linked = (kind: 'venue' | 'organizer') => {
  const named = { [kind]: 'B' }
  const [path, wp] = [`${kind}s`, `/wp/v2/tribe_${kind}`]
  return {
    'their own address': async (app, fields) => (await app.create(path, { ...named, fields })).id,
    'a change': changed(path as 'venues', { [kind]: 'C' }, 'PATCH'),
    'an event': async (app, fields) => {
      const { [kind]: of } = await app.create('events', { ...empty, [kind]: { [kind]: 'D', fields } })
      return [of].flat()[0].id
    },
    'wp/v2': async (app, fields) =>
      (await sent(app, 'POST', wp, { title: 'E', status: 'publish', fields })).id,
    'tec/v1': async (app, fields) =>
      (await sent(app, 'POST', `/tec/v1/${path}`, { title: 'F', status: 'publish', fields })).id,
  } satisfies Record<string, Way>
}

const ways: Readonly<Record<OwnKind, Readonly<Record<string, Way>>>> = {
  event: {
    creation: async (app, fields) => (await app.create('events', { ...empty, fields })).id,
    PUT: changed('events', empty, 'PUT'),
    'a field after the other': async (app, said) => {
      const { id } = await app.create('events', empty)
      for (const [name, value] of Object.entries(said))
        await sent(app, 'PATCH', `events/${id}`, { fields: { [name]: value } })
      return id
    },
    'a form': async (app, said) => {
      const { id } = await app.create('events', empty)
      const { status, text } = await app.ask({ as, method: 'POST', path: `events/${id}`, form: inForm(said) })
      expect(status, text).toBe(200)
      return id
    },
    'several at once': async (app, fields) => {
      const ids = [(await app.create('events', empty)).id, (await app.create('events', empty)).id]
      if (Object.keys(fields).length > 0)
        await sent(app, 'POST', 'events/bulk', { ids, action: 'fields', fields })
      return ids
    },
    'a series': async (app, fields) => {
      const { series } = await app.create('events', {
        ...empty,
        recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
        fields,
      })
      const rows = await app.db.read
        .selectFrom('events')
        .select('id')
        .where('series_id', '=', series.id)
        .execute()
      return rows.map(({ id }) => id)
    },
    'all dates of a series': async (app, fields) => {
      const made = await app.create('events', { ...empty, recurrence: 'RRULE:FREQ=DAILY;COUNT=3' })
      await sent(app, 'PATCH', `events/${made.id}`, { fields, scope: 'all' })
      const rows = await app.db.read
        .selectFrom('events')
        .select('id')
        .where('series_id', '=', made.series.id)
        .execute()
      return rows.map(({ id }) => id)
    },
    'wp/v2': async (app, fields) => {
      const { id } = await app.create('events', empty)
      return (await sent(app, 'POST', `/wp/v2/tribe_events/${id}`, { fields })).id
    },
    'tec/v1': async (app, fields) =>
      (await sent(app, 'POST', '/tec/v1/events', { ...empty, status: 'publish', fields })).id,
    'the names of the original': async (app, said, fields) => {
      const wires = Object.entries(said).map(([name, value]) => {
        const wire = fields.find((one) => one.name === name)?.wire_name
        return wire === undefined ? { fields: { [name]: value } } : { [wire]: value }
      })
      const { id } = await app.create('events', empty)
      for (const one of wires) await sent(app, 'PATCH', `events/${id}`, one)
      return id
    },
    'an assistant': async (app, fields) => {
      const { id } = await app.create('events', empty)
      if (Object.keys(fields).length === 0) return id
      const { isError, text } = await called(app, 'update_event', { id, fields }, as)
      expect(isError ?? false, text).toBe(false)
      return id
    },
    'a proposal': async (app, said, fields) => {
      const { id } = await app.create('events', empty)
      const shown = Object.entries(said).filter(([name]) => fields.find((one) => one.name === name)?.public)
      const rest = Object.entries(said).filter(([name]) => !shown.some(([other]) => other === name))
      if (shown.length > 0) {
        const { proposed, decide } = submissionsOf(() => app)
        const proposal = { kind: 'change', event: id, fields: { fields: Object.fromEntries(shown) } }
        expect((await decide(await proposed(proposal), 'accept')).status).toBe(200)
      }
      if (rest.length > 0) await sent(app, 'PATCH', `events/${id}`, { fields: Object.fromEntries(rest) })
      return id
    },
  },
  venue: linked('venue'),
  organizer: linked('organizer'),
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-own-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const environment = { TEC_V1: 'on', MCP: 'full', ...open, SITE_URL: 'http://localhost' }

/** A calendar on each of the databases. */
async function bothEmpty(): Promise<readonly TestApp[]> {
  const within = await mkdtemp(join(folder, 'a-'))
  const file = sqliteDatabase(within)
  const credentials = await createAccounts(file.url)
  const database = await createTestDatabase(within)
  return [
    await createTestApp(environment, { database: file, credentials }),
    await createTestApp(environment, { database, credentials: await createAccounts(database.url) }),
  ]
}

async function linesOf({ db }: TestApp): Promise<readonly string[]> {
  let text = ''
  const facts = { calendar: 'a', program: '1.0.0', now: Temporal.Instant.from('2031-01-01T00:00Z') }
  for await (const some of exportLines(db.read, facts)) text += some
  return text.trimEnd().split('\n')
}

async function moved(from: TestApp, to: TestApp): Promise<void> {
  const lines = await linesOf(from)
  async function* each() {
    yield* lines
  }
  const report = newReport()
  await loadExport(to.db, await openExport(each()), { report, isDryRun: false })
  expect(report.notes, JSON.stringify(report)).toEqual([])
}

/** What is declared, and what each record says of it to who edits. */
async function told(app: TestApp, ids: ReadonlyMap<string, OwnValues>): Promise<object> {
  const { fields } = await app.read('fields', { context: 'edit' }, as)
  const said: Record<string, unknown> = {}
  for (const path of ids.keys()) said[path] = (await app.read(path, { context: 'edit' }, as)).fields ?? {}
  return { fields: (fields as object[]).map((one) => Object.assign(one, { id: 0, modified_utc: '' })), said }
}

test('whatever is declared, and said in whatever way, is the same once it has moved into the other database', async () => {
  await fc.assert(
    fc.asyncProperty(anyCalendar, fc.boolean(), async (calendar, isBack) => {
      const both = await bothEmpty()
      const [from, to] = isBack ? both.toReversed() : both
      try {
        if (!from || !to) throw new Error('There are two.')
        for (const field of calendar.fields) await sent(from, 'POST', 'fields', field)
        const written = new Map<string, OwnValues>()
        for (const kind of ownKinds)
          for (const [way, said] of calendar[kind]) {
            const ids = await ways[kind][way]?.(from, said, calendar.fields)
            for (const id of [ids ?? []].flat()) written.set(`${kind}s/${id}`, said)
          }
        const before = await told(from, written)
        expect(before).toMatchObject({ said: Object.fromEntries(written) })
        await moved(from, to)
        expect(await told(to, written)).toEqual(before)
        const [lines, there] = [await linesOf(from), await linesOf(to)]
        expect(there.filter((line) => !/^\{"kind":"(?:user|kalends-export|end)"/.test(line))).toEqual(
          lines.filter((line) => !/^\{"kind":"(?:user|kalends-export|end)"/.test(line)),
        )
      } finally {
        for (const one of both) await one.close()
      }
    }),
    { numRuns: fewRuns(12) },
  )
}, 600_000)
