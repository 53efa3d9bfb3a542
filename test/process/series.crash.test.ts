import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { kalends, settingsOf, temporaryFolder } from '../cli/sandbox.ts'
import { whenSettled } from '../support/database.ts'
import { runServe } from './program.ts'

const kills = 4
const manySeries = 8

/** How long the service lays out dates before it is killed, in milliseconds. */
const [shortest_ms, longest_ms] = [5, 250]

test(`killed ${kills} times while it lays out series, the service neither skips nor doubles a date`, async () => {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'root', '--role=administrator', '--email=root@example.org'])
  const token = (await kalends(folder, ['token', 'add', 'root', '--name=test'])).stdout.trim()
  const settings = { ...(await settingsOf(folder)), LOG_LEVEL: 'warn' }
  const first = runServe({ ...settings, SERIES_HORIZON_MONTHS: '1' })
  const origin = await first.origin
  for (let made = 0; made < manySeries; made += 1) {
    const answer = await fetch(`${origin}/vendor/events/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: `Daily ${made}`,
        start_date: 'tomorrow 9am',
        end_date: 'tomorrow 10am',
        recurrence: 'RRULE:FREQ=DAILY',
      }),
    })
    expect(answer.status).toBe(201)
  }
  first.signal('SIGTERM')
  await first.ended
  const url = settings.DATABASE_URL
  const before = await datesOf(url)
  // Each time there is a month more to do, so that there is always something to break off.
  let months = 2
  for (let round = 0; round < kills; round += 1, months += 1) {
    const running = runServe({ ...settings, SERIES_HORIZON_MONTHS: String(months) })
    await running.origin
    await setTimeout(shortest_ms + Math.random() * (longest_ms - shortest_ms))
    running.signal('SIGKILL')
    await running.ended
    await whenSettled(url)
    await datesOf(url)
  }
  const last = runServe({ ...settings, SERIES_HORIZON_MONTHS: String(months) })
  await last.origin
  const least = Temporal.Now.plainDateISO('UTC').add({ months }).subtract({ days: 3 }).toString()
  await expect
    .poll(async () => [...(await datesOf(url)).values()].every(({ until }) => until > least))
    .toBe(true)
  last.signal('SIGTERM')
  await last.ended
  const after = await datesOf(url)
  for (const [id, { keys }] of before) expect(after.get(id)?.keys.slice(0, keys.length)).toEqual(keys)
}, 600_000)

/** The dates of each series, looked up by nobody who stays; they follow one another, up to where it says that it is laid out. */
async function datesOf(
  url: string,
): Promise<ReadonlyMap<number, { readonly keys: readonly string[]; readonly until: string }>> {
  const db = await openDatabase(url)
  // Both as of one moment: somebody may be writing.
  const rows = await db.read
    .selectFrom('series')
    .innerJoin('events', 'events.series_id', 'series.id')
    .select(['series.id', 'laid_until', 'series_key'])
    .orderBy('series_key')
    .execute()
  await db.close()
  const found = new Map<number, { keys: readonly string[]; until: string }>()
  for (const [id, dates] of Map.groupBy(rows, (row) => row.id)) {
    const keys = dates.map(({ series_key }) => series_key ?? '')
    const until = dates[0]?.laid_until ?? ''
    const start = Temporal.PlainDate.from((keys[0] ?? '').slice(0, 10))
    const days = keys.map((_, index) => `${start.add({ days: index }).toString()} 09:00:00`)
    expect(keys).toEqual(days)
    const next = `${start.add({ days: keys.length }).toString()} 09:00:00`
    expect(keys.at(-1)?.localeCompare(until)).toBeLessThanOrEqual(0)
    expect(next.localeCompare(until)).toBe(1)
    found.set(id, { keys, until })
  }
  expect(found.size).toBe(manySeries)
  return found
}
