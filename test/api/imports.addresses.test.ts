import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { appBeside, ask } from '../imports/sources.ts'

test('two tables at addresses that end alike are two sources; one that was known by its file alone goes on under its address', async () => {
  const tables: Record<string, string> = {
    '/north/events.csv': 'id;Was;Wann\n1;Dusk;04/12/2031 21:00\n2;Night;05/12/2031 21:00\n',
    '/south/events.csv': 'id;Was;Wann\n1;Lunch;24/11/2031 12:00\n2;Tea;25/11/2031 16:00\n',
    '/uid/north/events.csv': 'uid;Was;Wann\na;Ball;04/12/2031 21:00\n',
    '/uid/south/events.csv': 'uid;Was;Wann\na;Bath;24/11/2031 12:00\n',
  }
  const server = createServer((asked, answer) => {
    answer.setHeader('content-type', 'text/csv')
    answer.end(tables[asked.url ?? ''] ?? '')
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const app = await appBeside({ origin })
  const run = async (path: string) => {
    const { body } = await ask(app, 'POST', '', { url: `${origin}${path}` })
    return vi.waitFor(
      async () => {
        const { body: job } = await ask(app, 'GET', String(body.id))
        expect([job.status, job.error ?? null]).toEqual(['done', null])
        return job.report.counts.event
      },
      { timeout: 60_000, interval: 25 },
    )
  }
  const titles = async () => {
    const rows = await app.db.read.selectFrom('events').select('title').orderBy('title').execute()
    return rows.map(({ title }) => title)
  }
  for (const path of Object.keys(tables)) expect(await run(path)).toMatchObject({ updated: 0 })
  expect(await titles()).toEqual(['Ball', 'Bath', 'Dusk', 'Lunch', 'Night', 'Tea'])
  for (const path of Object.keys(tables)) expect(await run(path)).toMatchObject({ created: 0, updated: 0 })
  tables['/north/events.csv'] = 'id;Was;Wann\n1;Dawn;04/12/2031 21:00\n2;Night;05/12/2031 21:00\n'
  expect(await run('/north/events.csv')).toMatchObject({ created: 0, updated: 1 })
  expect(await titles()).toEqual(['Ball', 'Bath', 'Dawn', 'Lunch', 'Night', 'Tea'])

  // As earlier versions remembered it.
  const rename = async (path: string) =>
    app.db.write((tx) =>
      tx
        .updateTable('import_sources')
        .set({ name: 'CSV events.csv' })
        .where('name', '=', `CSV ${origin}${path}`)
        .execute(),
    )
  for (const path of ['/south/events.csv', '/uid/south/events.csv']) {
    await rename(path)
    expect(await run(path)).toMatchObject({ created: 0, updated: 0 })
  }
  expect(await titles()).toHaveLength(6)
})
