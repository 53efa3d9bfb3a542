import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { exportLines } from '../../src/outward/exports/exports.lines.ts'
import { newReport } from '../../src/outward/imports/imports.report.ts'
import { loadExport } from '../../src/outward/imports/kalends/kalends.load.ts'
import { openExport } from '../../src/outward/imports/kalends/kalends.read.ts'
import { readDeclarations } from '../../src/records/own/own.query.ts'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { audience, options, ownIn } from './own.fixture.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const { send, event, read } = ownIn(() => app)

test('what is declared, and what records say, come along in an export, and reading it again changes nothing', async () => {
  for (const set of ['ages', 'access']) await send('POST', 'fields/sets', { set })
  for (const field of [
    { ...audience, required: true, filter: true, wire_name: '_ecp_custom_7', schema: 'audience' },
    { name: 'until', type: 'date', label: 'Until', min: '2031-01-01', public: false },
    {
      name: 'stage',
      type: 'text',
      label: { de: 'Bühne' },
      help: 'Which',
      kinds: ['venue', 'organizer'],
      max: 20,
    },
  ])
    expect(await send('POST', 'fields', field)).toMatchObject({ status: 201 })
  await event(
    { audience: ['children'], age_from: 6, relaxed: true, until: '2031-05-01' },
    { venue: { venue: 'Hall', fields: { stage: 'Large' } } },
  )
  let text = ''
  const facts = { calendar: 'town', program: '1.2.3', now: Temporal.Instant.from('2031-01-01T00:00:00Z') }
  for await (const chunk of exportLines(app.db.read, facts)) text += chunk
  const lines = text.trimEnd().split('\n')
  async function* each() {
    yield* lines
  }
  const other = await createTestApp()
  const said = async (db: Database) => ({
    declared: (await readDeclarations(db.read)).map((field) => Object.assign(field, { modified_at: 0 })),
    events: await db.read.selectFrom('events').select('own').execute(),
    venues: await db.read.selectFrom('venues').select('own').execute(),
  })
  for (let time = 0; time < 2; time += 1) {
    const report = newReport()
    await loadExport(other.db, await openExport(each()), { report, isDryRun: false })
    expect(report.notes, JSON.stringify(report)).toEqual([])
    expect(await said(other.db)).toEqual(await said(app.db))
  }
  // A calendar without fields has no line of them.
  const plain = await createTestApp()
  let none = ''
  for await (const chunk of exportLines(plain.db.read, facts)) none += chunk
  expect(none).not.toContain('field')
  for (const one of [other, plain]) await one.close()
})

describe('pages, and what search engines are told,', () => {
  test('say what everybody may know, in the reader’s language', async () => {
    await send('POST', 'fields/sets', { set: 'ages' })
    await send('POST', 'fields/sets', { set: 'languages' })
    for (const field of [
      { ...audience, kinds: ['event', 'venue'], schema: 'audience' },
      { name: 'signed', type: 'boolean', label: { en: 'Signed', de: 'Gebärdet' } },
      { name: 'until', type: 'date', label: 'Until' },
      { name: 'leaflet', type: 'link', label: 'Leaflet' },
      { name: 'desk', type: 'text', label: 'Desk', public: false },
      { name: 'stage', type: 'text', label: 'Stage <b>', kinds: ['venue'] },
      { name: 'lift', type: 'boolean', label: 'Lift', kinds: ['venue'], schema: 'amenityFeature' },
    ])
      expect(await send('POST', 'fields', field)).toMatchObject({ status: 201 })
    const fields = {
      audience: ['children'],
      age_from: 6,
      languages: ['de', 'gsg'],
      signed: true,
      until: '2031-05-01',
      leaflet: 'https://example.org/a',
      desk: 'secret-desk',
    }
    const venue = {
      venue: 'Hall',
      fields: { stage: '<script>alert(1)</script>', lift: true, audience: ['adults'] },
    }
    const { id, url } = await event(fields, { venue })
    const { json_ld: data, venue: place } = await read(`events/${id}`)
    expect(data).toMatchObject({
      audience: { '@type': 'Audience', audienceType: 'Children' },
      typicalAgeRange: '6-',
      inLanguage: ['de', 'gsg'],
    })
    expect(data).not.toHaveProperty('additionalProperty')
    const { json_ld: ofPlace } = await read(`venues/${place.id}`)
    expect(ofPlace.amenityFeature).toEqual([
      { '@type': 'LocationFeatureSpecification', name: 'Lift', value: true },
    ])
    // Of places schema.org knows no audience.
    expect(ofPlace).not.toHaveProperty('audience')
    expect(ofPlace.additionalProperty).toMatchObject([
      { '@type': 'PropertyValue', propertyID: 'audience', value: 'Adults' },
      { '@type': 'PropertyValue', propertyID: 'stage' },
    ])
    const page = async (path: string, language: string) =>
      (await app.ask({ path, absolute: true, headers: { accept: 'text/html', 'accept-language': language } }))
        .text
    const german = await page(new URL(url).pathname, 'de')
    for (const text of ['Kinder', 'Gebärdet', '1. Mai 2031', 'Alter ab', 'Deutsch', 'example.org'])
      expect(german, text).toContain(text)
    expect(german).not.toContain('secret-desk')
    expect(german).not.toContain('<script>alert(1)')
    expect(await page(new URL(place.url).pathname, 'en')).toContain('Stage &lt;b&gt;')
  })
})

describe('lists', () => {
  const titles = async (query: string, as?: Role) => {
    const { events } = await read(`events?start_date=2031-01-01&end_date=2032-01-01&${query}`, as)
    return events
      .map(({ title }: { title: string }) => title)
      .toSorted()
      .join('')
  }
  beforeEach(async () => {
    for (const field of [
      { ...audience, filter: true },
      { name: 'age_from', type: 'number', label: 'Age from', filter: true },
      { name: 'signed', type: 'boolean', label: 'Signed', filter: true },
      { name: 'until', type: 'date', label: 'Until', filter: true },
      { name: 'desk', type: 'choice', label: 'Desk', options, public: false, filter: true },
      { name: 'hint', type: 'text', label: 'Hint' },
      { name: 'stage', type: 'boolean', label: 'Stage', kinds: ['venue'], filter: true },
    ])
      expect((await send('POST', 'fields', field)).status).toBe(201)
    await event(
      { audience: ['children'], age_from: 6, signed: true, until: '2031-05-01', desk: 'adults' },
      { title: 'A', venue: { venue: 'Hall', fields: { stage: true } } },
    )
    await event({ audience: ['children', 'adults'], age_from: 12 }, { title: 'B', venue: { venue: 'Other' } })
    await event({ audience: ['adults'], signed: false }, { title: 'C' })
    await event({}, { title: 'D' })
  })

  test.each([
    ['fields[audience]=children', 'AB'],
    ['fields[audience]=children,adults', 'ABC'],
    ['fields[audience]=-adults', 'AD'],
    ['fields[audience]=children,-adults', 'A'],
    ['fields[audience]=Kinder', 'AB'],
    ['fields[audience]=*', 'ABC'],
    ['fields[audience]=-*', 'D'],
    ['fields[age_from]=6', 'A'],
    ['fields[age_from]=..6', 'A'],
    ['fields[age_from]=7..', 'B'],
    ['fields[age_from]=3..12', 'AB'],
    ['fields[signed]=1', 'A'],
    ['fields[signed]=0', 'BCD'],
    ['fields[until]=..2031-05-01', 'A'],
    ['fields[until]=2031-05-02..', ''],
    ['fields[audience]=children&fields[age_from]=..6', 'A'],
    ['venue_fields[stage]=1', 'A'],
    ['fields[audience]=children&per_page=1&page=2', 'B'],
  ])('are narrowed by %s', async (query, found) => {
    expect(await titles(query)).toBe(found)
  })

  test('go on by their links, and are narrowed anew after a write', async () => {
    const first = await read(
      'events?start_date=2031-01-01&end_date=2032-01-01&fields[audience]=children&per_page=1',
    )
    expect(first.total).toBe(2)
    expect(decodeURIComponent(first.next_rest_url)).toContain('fields[audience]=children')
    const { id } = await event({ audience: 'children' }, { title: 'E' })
    expect(await titles('fields[audience]=children')).toBe('ABE')
    await send('PATCH', `events/${id}`, { fields: { audience: 'adults' } }, 'editor')
    expect(await titles('fields[audience]=children')).toBe('AB')
    await send('PATCH', `events/${id}`, { fields: { audience: 'children' }, password: 'x' }, 'editor')
    expect(await titles('fields[audience]=children')).toBe('AB')
    expect(
      (
        await app.ask({
          path: 'events.ics?start_date=2031-01-01&end_date=2032-01-01&fields[audience]=-adults',
        })
      ).text.match(/^SUMMARY/gm),
    ).toHaveLength(2)
    expect(
      (await read('events/facets?start_date=2031-01-01&end_date=2032-01-01&fields[age_from]=12')).total,
    ).toBe(1)
    expect(
      (await read('venues?fields[stage]=1')).venues.map(({ venue }: { venue: string }) => venue),
    ).toEqual(['Hall'])
    expect((await read('venues?fields[stage]=0')).total).toBe(1)
  })

  test('are counted by each field without its own filter, internal ones for who may edit what others wrote alone', async () => {
    const counted = async (query: string, as?: Role) =>
      (await read(`events/facets?start_date=2031-01-01&end_date=2032-01-01&${query}`, as)).fields
    const [children, adults] = [
      { value: 'children', label: 'Children' },
      { value: 'adults', label: 'Adults' },
    ]
    const all = {
      audience: [
        { ...children, count: 2 },
        { ...adults, count: 2 },
      ],
      age_from: { min: 6, max: 12, count: 2 },
      signed: [
        { value: true, count: 1 },
        { value: false, count: 3 },
      ],
      until: { min: '2031-05-01', max: '2031-05-01', count: 1 },
    }
    expect(await counted('')).toEqual(all)
    expect(await counted('facets=fields')).toEqual(all)
    expect(await counted('facets=tags')).toBeUndefined()
    expect(await counted('fields[audience]=children&fields[age_from]=7..')).toEqual({
      audience: [
        { ...children, count: 1 },
        { ...adults, count: 1 },
      ],
      age_from: { min: 6, max: 12, count: 2 },
      signed: [
        { value: true, count: 0 },
        { value: false, count: 1 },
      ],
      until: { min: null, max: null, count: 0 },
    })
    const desk = [
      { ...children, count: 0 },
      { ...adults, count: 1 },
    ]
    expect(await counted('facets=fields', 'editor')).toEqual({ ...all, desk })
    for (const as of ['subscriber', 'contributor', 'author'] as const)
      expect(await counted('facets=fields', as), as).toEqual(all)
    // Of what has a password nobody is told what it says.
    await event({ audience: ['children'] }, { password: 'x' })
    expect(await counted('')).toEqual(all)
    for (const { name } of (await read('fields', 'administrator')).fields)
      await send('PATCH', `fields/${name}`, { filter: false })
    expect(await counted('')).toBeUndefined()
    expect(await counted('facets=fields')).toBeUndefined()
  })

  test.each([
    ['fields[audiense]=children', 'has “audiense”, which is no field of events; the nearest is “audience”'],
    ['fields[hint]=x', 'has “hint”, by which nothing is narrowed: it is not declared as a filter'],
    ['fields[audience]=kids', 'must be one of children, adults, not “kids”'],
    ['fields[age_from]=six', 'must be as 6, ..6, 6.., 3..6, not “six”'],
    ['fields[age_from]=..', 'must be as'],
    ['fields[signed]=perhaps', 'must be 1 or 0'],
    ['fields[until]=tomorrow', 'must be as 2031-05-01'],
    ['fields=audience', 'must name fields, as in fields[audience]=children'],
  ])('by %s are refused', async (query, says) => {
    const { status, body } = await app.ask({ path: `events?${query}` })
    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    expect(body.data.params.fields).toContain(says)
  })

  test('are narrowed by internal fields for who edits what others wrote alone: for all others there is none', async () => {
    expect(await titles('fields[desk]=adults', 'editor')).toBe('A')
    const unknown = (await app.ask({ path: 'events?fields[dask]=adults' })).body
    for (const as of [undefined, 'subscriber', 'contributor', 'author'] as const) {
      const { status, body } = await app.ask({ path: 'events?fields[desk]=adults', ...(as ? { as } : {}) })
      expect([status, body.data.params.fields], as).toEqual([
        400,
        unknown.data.params.fields.replace('dask', 'desk'),
      ])
    }
  })
})

test.each(['venue', 'organizer'])(
  'what is internal of a %s is told who edits it, as it is edited, and nobody else',
  async (kind) => {
    const internal = { name: `of_${kind}`, type: 'text', label: 'Of', kinds: [kind], public: false }
    await send('POST', 'fields', internal)
    const fields = { [internal.name]: 'Sam' }
    const { id } = await app.create(`${kind}s`, { [kind]: 'Mill', fields })
    const path = `${kind}s/${id}`
    expect((await read(`${path}?context=edit`, 'editor')).fields).toEqual(fields)
    expect((await read(path, 'editor')).fields).toBeUndefined()
    for (const as of ['subscriber', 'contributor'] as const)
      expect((await read(`${path}?context=edit`, as)).fields).toBeUndefined()
  },
)
