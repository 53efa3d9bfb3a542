import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ownOf } from '../../src/fields/own/declaration.ts'
import { readDeclarations } from '../../src/records/own/own.query.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { type Service, startService } from '../support/service.ts'

/** How often the process is killed, and how long after what was asked, in milliseconds. */
const kills = { count: 8, longest_ms: 900 }

/** Of so many series, so many dates: more than change in one transaction. */
const [series, dates] = [3, 800]

test('own.kill: however often the process is killed while options change and a field goes, nothing is half, and each record changes once', async () => {
  const environment = { SERIES_HORIZON_MONTHS: '60' }
  const first = await startService({ environment })
  onTestFinished(() => first[Symbol.asyncDispose]())
  let running: Service = first
  onTestFinished(async () => {
    await running.end()
  })
  const db = await openDatabase(first.database.url)
  onTestFinished(() => db.close())
  const authorization = `Basic ${Buffer.from(first.credentials.administrator).toString('base64')}`
  const send = async (method: string, path: string, json: object) => {
    const answer = await fetch(`${running.origin}/vendor/events/v1/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    const text = await answer.text()
    expect(answer.status, text).toBeLessThan(300)
  }
  const optionsOf = (round: number) => [{ value: `v${round}` }, { value: 'other' }]
  await send('POST', 'fields', { name: 'kept', type: 'choice', label: 'A', options: optionsOf(0) })
  await send('POST', 'fields', { name: 'gone', type: 'number', label: 'B' })
  for (let made = 0; made < series; made += 1)
    await send('POST', 'events', {
      title: 'Daily',
      start_date: '2031-01-01 10:00',
      end_date: '2031-01-01 11:00',
      recurrence: `RRULE:FREQ=DAILY;COUNT=${dates}`,
      fields: { kept: 'v0', gone: 6 },
    })

  /** What is declared, and what events say, as of one moment; checked. */
  const look = async () => {
    const rows = await db.read
      .selectFrom('events')
      .select([
        'id',
        'own',
        (one) => one.selectFrom('fields').select('id').where('name', '=', 'gone').as('gone'),
      ])
      .execute()
    const all = await readDeclarations(db.read)
    const kept = all.find(({ name }) => name === 'kept')
    const values = new Set(rows.map(({ own }) => ownOf(own)['kept']))
    return {
      rows,
      kept,
      values: [...values].map(String).toSorted(),
      isGone: !all.some(({ name }) => name === 'gone'),
    }
  }
  const start = async () => {
    running = await startService({ environment, at: first, keepsData: true })
  }
  let round = 0
  for (let kill = 0; kill < kills.count; kill += 1) {
    const before = await look()
    // As the process is killed, nobody is answered.
    const asked =
      before.kept?.changing === null
        ? send('PATCH', 'fields/kept', {
            options: optionsOf(round + 1),
            replace: { [`v${round}`]: `v${round + 1}` },
          })
        : undefined
    asked?.catch(() => {})
    await sleep(Math.random() * kills.longest_ms)
    await running.end('SIGKILL')
    await asked?.catch(() => {})
    const { kept, values } = await look()
    const declared = kept?.options.map(({ value }) => value)
    if (declared?.[0] === `v${round + 1}`) round += 1
    // It is declared as before or as it is to be; and what records say is one or the other.
    expect(declared).toEqual([`v${round}`, 'other'])
    if (kept?.changing === null) expect(values).toEqual([`v${round}`])
    else expect([`v${round - 1}`, `v${round}`]).toEqual(expect.arrayContaining(values))
    await start()
  }
  const settled = async () => (await look()).kept?.changing === null
  await expect.poll(settled, { timeout: 120_000 }).toBe(true)
  // A field that goes, and the process with it.
  void send('DELETE', 'fields/gone', { force: true }).catch(() => {})
  await sleep(300)
  await running.end('SIGKILL')
  const half = await look()
  if (half.isGone) expect(half.rows.some(({ own }) => own.includes('gone'))).toBe(false)
  await start()
  if (!half.isGone) await send('DELETE', 'fields/gone', { force: true }).catch(() => {})
  await expect.poll(async () => (await look()).isGone, { timeout: 120_000 }).toBe(true)

  const { rows, values } = await look()
  expect([rows.length, values]).toEqual([series * dates, [`v${round}`]])
  expect(new Set(rows.map(({ own }) => own))).toEqual(new Set([`{"kept":"v${round}"}`]))
  // Each change of the field, and that it went, once in the history of each event.
  const told = await db.read
    .selectFrom('history_values')
    .select(['id', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where('kind', '=', 'event')
    .where('field', '=', 'own')
    .groupBy('id')
    .execute()
  expect(told.length).toBe(series * dates)
  expect(new Set(told.map(({ count }) => Number(count)))).toEqual(new Set([round + 1]))
  expect(round).toBeGreaterThan(0)
}, 600_000)
