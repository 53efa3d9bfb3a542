import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { tenthsHeldUpBy } from '../support/stretches.ts'

let app: TestApp
beforeAll(async () => {
  vi.stubEnv('TEST_READING', 'away')
  app = await createTestApp()
  // What an import needs is loaded by the first one.
  await imported('first.csv', table(['First', 'A place', 'A kind', 'Text']))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.close()
})

type Row = readonly [title: string, place: string, kind: string, text: string]

function table(...rows: readonly Row[]): string {
  const cells = rows.map(([title, ...others]) =>
    [title, '2031-05-01 18:00', ...others].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  )
  return ['Title,Start date,Venue,Categories,Description', ...cells].join('\n')
}

function rows(count: number, row: (number: number) => Row): Row[] {
  return Array.from({ length: count }, (_, number) => row(number))
}

/** Imports a file, and answers how many events it has made. */
async function imported(name: string, text: string): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([text]), name)
  const request = new Request('http://calendar.example/', { method: 'POST', body: form })
  const raw = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const begun = await app.ask({ as: 'editor', method: 'POST', path: 'imports', raw, headers })
  expect(begun.status, begun.text).toBe(201)
  const { report } = await vi.waitFor(
    async () => {
      const { body } = await app.ask({ as: 'editor', path: `imports/${begun.body.id}` })
      expect(body.status, body.message).toBe('done')
      return body
    },
    { timeout: 300_000, interval: 50 },
  )
  return report.counts.event.created
}

test.each<[name: string, count: number, row: (attempt: number, number: number) => Row]>([
  [
    'texts that take long to clean',
    8,
    (attempt, number) => [`Tags ${attempt} ${number}`, 'Hall', 'A kind', '<p>x'.repeat(9_900)],
  ],
  [
    'places that nobody has been to',
    500,
    (attempt, number) => [`Placed ${attempt} ${number}`, `Hall ${attempt} ${number}`, 'A kind', 'Text'],
  ],
  [
    'kinds that nobody has heard of',
    500,
    (attempt, number) => [
      `Kind ${attempt} ${number}`,
      'Hall',
      Array.from({ length: 4 }, (_, kind) => `Kind ${attempt} ${number} ${kind}`).join(', '),
      'Text',
    ],
  ],
])('an import keeps nobody waiting: %s', async (name, count, row) => {
  let attempt = 0
  const held = await tenthsHeldUpBy(async () => {
    attempt += 1
    const text = table(...rows(count, (number) => row(attempt, number)))
    expect(await imported(`${name} ${attempt}.csv`, text)).toBe(count)
  })
  expect(held).toBeLessThan(1)
})
