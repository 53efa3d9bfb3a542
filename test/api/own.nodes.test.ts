import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../support/app.ts'
import { twoNodes } from '../support/nodes.ts'
import { noting } from '../support/noting.ts'
import { audience, options, times } from './own.fixture.ts'

const as = 'administrator' as const

test('what one node declares, every node knows from its next answer on, without a restart', async () => {
  const [one, other] = await twoNodes()
  const { id } = await other.create('events', { title: 'A', ...times })
  expect((await other.ask({ path: 'fields' })).body.total).toBe(0)
  await one.create('fields', { ...audience, filter: true })
  const changed = await other.ask({
    method: 'PATCH',
    path: `events/${id}`,
    as,
    json: { fields: { audience: ['adults'] } },
  })
  expect(changed.body.fields).toEqual({ audience: ['adults'] })
  for (const node of [one, other]) {
    expect((await node.read(`events/${id}`)).fields).toEqual({ audience: ['adults'] })
    const list = 'events?start_date=2031-01-01&end_date=2032-01-01&fields[audience]=adults'
    expect((await node.ask({ path: list })).body.total).toBe(1)
    expect((await node.ask({ path: 'events.csv' })).text).toContain('fields.audience')
  }
  await one.ask({ method: 'PATCH', path: 'fields/audience', as, json: { public: false } })
  expect(await other.read(`events/${id}`)).not.toHaveProperty('fields')
  expect((await other.ask({ path: 'events.csv' })).text).not.toContain('fields.audience')
})

test('twenty who write twenty fields of one event at once lose nothing, on whichever node', async () => {
  const nodes = await twoNodes()
  const [one] = nodes
  const names = Array.from({ length: 20 }, (_, at) => `f${at}`)
  for (const name of names) await one.create('fields', { name, type: 'number', label: name })
  const { id } = await one.create('events', { title: 'A', ...times })
  const answers = await Promise.all(
    names.map(async (name, at) =>
      nodes[at % 2]?.ask({
        method: 'PATCH',
        path: `events/${id}`,
        as: 'editor',
        json: { fields: { [name]: at } },
      }),
    ),
  )
  expect(answers.map((answer) => answer?.status)).toEqual(names.map(() => 200))
  expect((await one.read(`events/${id}`)).fields).toEqual(
    Object.fromEntries(names.map((name, at) => [name, at])),
  )
})

test('an option that is taken away meanwhile is never stored, on whichever node it is written', async () => {
  const nodes = await twoNodes()
  const [one, other] = nodes
  await one.create('fields', audience)
  const ids: number[] = []
  for (let count = 0; count < 8; count += 1)
    ids.push((await one.create('events', { title: 'A', ...times })).id)
  const write = (id: number, at: number) =>
    nodes[at % 2]?.ask({
      method: 'PATCH',
      path: `events/${id}`,
      as: 'editor',
      json: { fields: { audience: ['children'] } },
    })
  const [, ...answers] = await Promise.all([
    other.ask({
      method: 'PATCH',
      path: 'fields/audience',
      as,
      json: { options: [options[1]], replace: { children: null } },
    }),
    ...ids.map(write),
  ])
  expect(answers.every((answer) => answer?.status === 200 || answer?.status === 400)).toBe(true)
  const rows = await one.db.read.selectFrom('events').select('own').execute()
  expect(rows.map(({ own }) => own)).toEqual(ids.map(() => ''))
})

test('a calendar that has declared nothing reads nothing of it, and no record, list, feed or page has a word of it', async () => {
  const statements: string[] = []
  const app = await createTestApp({}, { watched: noting(statements) })
  onTestFinished(() => app.close())
  const { id } = await app.create('events', { title: 'A', ...times, venue: { venue: 'Hall' } })
  statements.length = 0
  const range = '?start_date=2031-01-01&end_date=2032-01-01'
  const paths = [
    `events/${id}`,
    `events${range}`,
    'venues',
    `events/facets${range}`,
    'changes',
    ...['ics', 'rss', 'json', 'geojson', 'csv'].map((one) => `events.${one}`),
  ]
  for (const path of paths) {
    const { status, text } = await app.ask({ path })
    expect([path, status]).toEqual([path, 200])
    expect(text.replaceAll('"custom_fields":[]', ''), path).not.toMatch(/"fields"|fields\.|X-KALENDS/)
  }
  for (const path of ['/list', '/event/a/', '/venue/hall/'])
    expect((await app.ask({ path, absolute: true })).text, path).not.toMatch(/own-facts|fields\[/)
  await app.ask({ method: 'PATCH', path: `events/${id}`, as: 'editor', json: { title: 'B' } })
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.filter((one) => /"name":"fields"|from fields\b/.test(one))).toEqual([])
})
