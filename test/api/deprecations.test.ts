import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { deprecate, type Deprecation, deprecations } from '../../src/http/deprecations.ts'
import { createTestApp } from '../support/app.ts'

const link = 'https://example.org/docs/versions#venues'
const rows: readonly Deprecation[] = [
  {
    what: { path: '/venues', methods: ['GET'], parameter: 'search' },
    since: '2026-12-01',
    sunset: '2027-12-01',
    instead: 'Send q in its place.',
    link,
  },
  {
    what: { path: '/tags/{id}', methods: ['DELETE'] },
    since: '2027-01-01',
    sunset: '2028-02-01',
    instead: 'Merge it into another one.',
    link,
  },
]

async function appWith(declared: readonly Deprecation[]) {
  onTestFinished(deprecate(declared))
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const app = await createTestApp({}, { log })
  onTestFinished(() => app.close())
  return { app, lines }
}

test('what uses something that will go is told since when, until when and what is instead, and the log once a day', async () => {
  const { app, lines } = await appWith(rows)
  app.setNow(Temporal.Instant.from('2027-03-10T10:00:00Z'))
  for (let time = 0; time < 3; time += 1) {
    const { headers, status } = await app.ask({ path: `venues?search=a${time}` })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      deprecation: '@1796083200',
      sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
      link: expect.stringContaining(`<${link}>; rel="deprecation"`),
    })
  }
  const told = () => lines.filter((line) => line.includes('"deprecated":"GET /venues ?search"'))
  expect(told()).toHaveLength(1)
  expect(told()[0]).toContain('Send q in its place.')
  app.setNow(Temporal.Instant.from('2027-03-11T10:00:00Z'))
  await app.ask({ path: 'venues?search=b' })
  expect(told()).toHaveLength(2)
  for (const path of ['venues', 'venues?q=a', 'organizers?search=a']) {
    const { headers } = await app.ask({ path })
    expect([path, headers['deprecation'], headers['sunset']]).toEqual([path, undefined, undefined])
    expect(headers['link'] ?? '').not.toContain('deprecation')
  }
})

test('also where it is refused, or answered to somebody who is known', async () => {
  const { app } = await appWith(rows)
  const tag = await app.create('tags', { name: 'Word' })
  const ask = async (as?: 'administrator') =>
    app.ask({ ...(as && { as }), method: 'DELETE', path: `tags/${tag.id}`, query: { force: true } })
  const refused = await ask()
  expect(refused.status).toBe(401)
  expect(refused.headers['deprecation']).toBe('@1798761600')
  expect((await ask('administrator')).headers['sunset']).toBe('Tue, 01 Feb 2028 00:00:00 GMT')
})

test('the document says it of the operation or of the parameter, and of nothing else', async () => {
  const { app } = await appWith(rows)
  const { paths } = await app.read('doc')
  const parameter = (name: string) =>
    paths['/venues'].get.parameters.find((one: { name?: string }) => one.name === name)
  expect(parameter('search')).toMatchObject({ deprecated: true })
  expect(paths['/tags/{id}'].delete.deprecated).toBe(true)
  expect(JSON.stringify(paths).match(/"deprecated":true/g)).toHaveLength(2)
})

test('nothing is deprecated before it is said, nor gone within a year', async () => {
  for (const { since, sunset, link, instead } of [...deprecations(), ...rows]) {
    const days = Temporal.PlainDate.from(since).until(Temporal.PlainDate.from(sunset)).days
    expect(days).toBeGreaterThanOrEqual(365)
    expect([link, instead]).not.toContain('')
  }
  const { app } = await appWith(deprecations())
  for (const path of ['events', 'venues?search=a', 'tags'])
    expect((await app.ask({ path })).headers).not.toHaveProperty('deprecation')
})
