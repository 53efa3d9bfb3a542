import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { dataSet } from './dataSets.ts'
import { pino } from 'pino'
const set = await dataSet(1_000_000)
const t0 = performance.now()
const db = await openDatabase(set.database.url)
const app = await createApp({
  config: readConfig({ DATA_DIR: set.folder }),
  db,
  log: pino({ level: 'warn' }),
  now: () => set.now,
})
console.log('app', performance.now() - t0)
for (let i = 0; i < 6; i++) {
  const t = performance.now()
  const r = await app.server.inject({ url: '/vendor/events/v1/events.ics', payloadAsStream: true })
  const etag = r.headers['etag']
  let n = 0
  for await (const p of r.stream()) {
    n += p.length
    if (i > 2) break
  }
  console.log(i, etag, n, performance.now() - t, await db.revision())
}
const r = await app.server.inject({ url: '/vendor/events/v1/events.ics', headers: {}, payloadAsStream: true })
const r2 = await app.server.inject({
  url: '/vendor/events/v1/events.ics',
  headers: { 'if-none-match': String(r.headers['etag']) },
  payloadAsStream: true,
})
console.log(r2.statusCode, r.headers.etag, r2.headers.etag)
process.exit(0)
