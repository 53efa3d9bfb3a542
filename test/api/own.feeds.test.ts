import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { audience, ownIn, times } from './own.fixture.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const { send } = ownIn(() => app)
const feed = async (extension: string) =>
  (await app.ask({ path: `events.${extension}?start_date=2031-01-01&end_date=2032-01-01` })).text

/** What feeds say of one event that says everything, and of one that says nothing. */
async function declared() {
  for (const field of [
    { ...audience, help: 'Who' },
    { name: 'age_from', type: 'number', label: 'From age' },
    { name: 'signed', type: 'boolean', label: 'Signed' },
    { name: 'captions', type: 'boolean', label: 'Captions' },
    { name: 'hint', type: 'text', label: 'Hint' },
    { name: 'desk', type: 'text', label: 'Desk', public: false },
    { name: 'stage', type: 'boolean', label: 'Stage', kinds: ['venue'] },
  ])
    expect((await send('POST', 'fields', field)).status).toBe(201)
  const hall = { venue: 'Hall', geo_lat: 50, geo_lng: 8, fields: { stage: true } }
  const all = { audience: ['adults', 'children'], age_from: 6, signed: true, captions: false }
  await app.create('events', {
    title: 'All',
    ...times,
    venue: hall,
    fields: { ...all, hint: 'Bring it; "now", <b>', desk: 'secret-desk' },
  })
  await app.create('events', { title: 'Nothing', ...times })
}

describe('feeds of a calendar that has declared fields', () => {
  beforeEach(declared)

  test('have them as categories in RSS, with what people call them, and an address of the field', async () => {
    const text = await feed('rss')
    const found = [...text.matchAll(/<category domain="([^"]*)">([^<]*)</g)].map(([, domain = '', word]) => [
      domain.replace(/^.*\/fields\//, ''),
      word,
    ])
    expect(found).toEqual([
      ['audience', 'Children'],
      ['audience', 'Adults'],
      ['age_from', '6'],
      ['signed', 'Signed'],
      ['hint', 'Bring it; "now", &lt;b&gt;'],
    ])
    expect(text).toContain('domain="http://localhost/fields/audience"')
  })

  test('have them as records have them in JSON Feed and GeoJSON', async () => {
    const fields = {
      audience: ['children', 'adults'],
      age_from: 6,
      signed: true,
      captions: false,
      hint: 'Bring it; "now", <b>',
    }
    const { items } = JSON.parse(await feed('json'))
    expect(items.map((item: { title: string; _kalends: object }) => [item.title, item._kalends])).toEqual([
      ['All', expect.objectContaining({ fields })],
      ['Nothing', expect.not.objectContaining({ fields: expect.anything() })],
    ])
    const { features } = JSON.parse(await feed('geojson'))
    expect(features[0].properties.fields).toEqual(fields)
  })

  test('have a column for each in CSV, after those of ours', async () => {
    const [head = '', ...rows] = (await feed('csv')).trim().split('\r\n')
    const names = head.split(',')
    expect(names.slice(names.indexOf('fields.audience'))).toEqual(
      ['audience', 'age_from', 'signed', 'captions', 'hint'].map((name) => `fields.${name}`),
    )
    expect(rows.find((row) => row.includes('"All"'))).toMatch(
      /,"children,adults",6,true,false,"Bring it; ""now"", <b>"$/,
    )
    expect(rows.find((row) => row.includes('"Nothing"'))).toMatch(/,,,,,$/)
  })

  test('have a property for each in iCalendar', async () => {
    const text = (await feed('ics')).replaceAll('\r\n ', '')
    expect(text.split('\r\n').filter((line) => line.startsWith('X-KALENDS-FIELD'))).toEqual([
      'X-KALENDS-FIELD;X-NAME=audience:children,adults',
      'X-KALENDS-FIELD;X-NAME=age_from:6',
      'X-KALENDS-FIELD;X-NAME=signed:true',
      'X-KALENDS-FIELD;X-NAME=captions:false',
      String.raw`X-KALENDS-FIELD;X-NAME=hint:Bring it\; "now"\, <b>`,
    ])
  })

  test('say nothing of internal ones, whoever asks, nor of an event behind a password or in the trash', async () => {
    for (const extension of ['ics', 'rss', 'json', 'geojson', 'csv'])
      for (const as of ['editor', undefined] as const) {
        const { text } = await app.ask({ path: `events.${extension}`, ...(as ? { as } : {}) })
        expect(text, extension).not.toMatch(/desk|stage/)
      }
    const { events } = await app.read('events', { start_date: '2031-01-01', end_date: '2032-01-01' })
    const { id } = events.find(({ title }: { title: string }) => title === 'All')
    await send('PATCH', `events/${id}`, { password: 'x' })
    for (const extension of ['ics', 'rss', 'json', 'geojson', 'csv'])
      expect(await feed(extension), extension).not.toMatch(/children|Bring it/)
    await send('PATCH', `events/${id}`, { password: '' })
    await app.ask({ method: 'DELETE', path: `events/${id}`, as: 'administrator' })
    expect(await feed('ics')).not.toMatch(/X-KALENDS-FIELD/)
  })

  test('change with what is declared', async () => {
    const before = await feed('rss')
    await send('PATCH', 'fields/audience', { label: 'Audience', public: false })
    expect(before).toContain('Children')
    expect(await feed('rss')).not.toContain('Children')
    expect(await feed('csv')).not.toContain('fields.audience')
  })
})

test('feeds of a calendar without fields have no word of them', async () => {
  await app.create('events', { title: 'A', ...times })
  for (const extension of ['ics', 'rss', 'json', 'geojson', 'csv'])
    expect(await feed(extension), extension).not.toMatch(/fields|X-KALENDS-FIELD/i)
})
