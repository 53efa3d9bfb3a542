import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import type { DataSet } from '../dataSets.ts'
import type { Request } from '../load.process.ts'
import type { Outcome, Setting } from '../outcome.ts'
import { load, serve, type Server } from '../processes.ts'
import { quantile } from '../statistics.ts'

const root = '/vendor/events/v1'

/** Two years of weeks. */
const weeks = 104
/** The dates of the series that is changed as a whole. */
const changedDates = 500
/** Dates of each series that a third of all events are made into. */
const datesEach = 52
/** The series that are laid out in the background, and the weeks that each lacks. */
const [mostLaid, lackedWeeks] = [10_000, 4]
/** What writes of others may wait for that, and a list with each series once may take, in milliseconds. */
const limit_ms = 50

/** Series: made, changed, in lists, and laid out while others write. */
export async function series(original: DataSet, { rounds, seconds }: Setting): Promise<Outcome[]> {
  await using set = await original.copy()
  const outcomes: Outcome[] = []
  {
    await using service = await serve(set)
    outcomes.push(...(await madeAndChanged(service, set, rounds)))
  }
  const db = await openDatabase(set.database.url)
  await becomeSeries(db, set.events)
  await db.close()
  {
    await using service = await serve(set)
    outcomes.push(await collapsedLists(service, set, seconds))
  }
  outcomes.push(await laidOut(set))
  return outcomes
}

async function madeAndChanged(service: Server, set: DataSet, rounds: number): Promise<Outcome[]> {
  const day = set.now.toZonedDateTimeISO('UTC').toPlainDate().add({ days: 40 })
  const event = (recurrence: string) => ({
    title: 'Rehearsal',
    start_date: `${day} 19:00:00`,
    end_date: `${day} 21:00:00`,
    categories: [1],
    recurrence,
  })
  const [making, changing]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    making.push(
      (await timed(service, set, 'POST', '/events', event(`RRULE:FREQ=WEEKLY;COUNT=${weeks}`))).took_ms,
    )
    const daily = event(`RRULE:FREQ=DAILY;COUNT=${changedDates}`)
    const { body } = await timed(service, set, 'POST', '/events', daily)
    const changes = { title: `Rehearsal ${round}`, description: `<p>In the ${round}th hall.</p>` }
    changing.push((await timed(service, set, 'PATCH', `/events/${body.id}?scope=all`, changes)).took_ms)
  }
  return [
    told(`a weekly series of ${weeks} dates, one request`, making),
    told(`scope=all of ${changedDates} dates, one request`, changing),
  ]
}

function told(what: string, times: readonly number[]): Outcome {
  const ours = `${Math.round(quantile(times, 0.5))} ms, at most ${Math.round(Math.max(...times))} ms`
  return { what, target: '', ours, against: '' }
}

async function timed(
  { origin }: Server,
  set: DataSet,
  method: string,
  path: string,
  json: object,
): Promise<{ took_ms: number; body: { id: number } }> {
  const from = performance.now()
  const headers = { ...authorizationOf(set), 'content-type': 'application/json' }
  const answer = await fetch(`${origin}${root}${path}`, { method, headers, body: JSON.stringify(json) })
  const body = (await answer.json()) as { id: number }
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
  return { took_ms: performance.now() - from, body }
}

/** A third of all events become dates of series. */
async function becomeSeries(db: Database, events: number): Promise<void> {
  const count = Math.ceil(events / 3 / datesEach)
  await db.write(async (tx) => {
    const ids = await newSeries(tx, count, { laid_until: null })
    const least = Math.min(...ids)
    await sql`update events set series_id = ${least} + id % ${count}, series_key = start_wall
      where id % 3 = 0 and series_id is null`.execute(tx)
  })
}

async function newSeries(
  tx: Parameters<Parameters<Database['write']>[0]>[0],
  count: number,
  { laid_until }: { readonly laid_until: string | null },
): Promise<number[]> {
  const model = await tx.selectFrom('series').selectAll().limit(1).executeTakeFirstOrThrow()
  const ids: number[] = []
  for (let made = 0; made < count; made += 1) {
    const { id } = await tx
      .insertInto('items')
      .values({ kind: 'series' })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    const recurrence = JSON.stringify([
      `RRULE:FREQ=WEEKLY${laid_until === null ? `;COUNT=${datesEach}` : ''}`,
    ])
    await tx
      .insertInto('series')
      .values({ ...model, id, recurrence, laid_until })
      .execute()
  }
  return ids
}

/** The list that begins on each of many days, so that none is one that was kept. */
async function collapsedLists(service: Server, set: DataSet, seconds: number): Promise<Outcome> {
  const today = set.now.toZonedDateTimeISO('UTC').toPlainDate()
  const lists = (query: string): Request[] =>
    Array.from({ length: 4_000 }, (_, index) => ({
      method: 'GET',
      path: `${root}/events?start_date=${today.add({ days: index % 400 })}&per_page=${10 + Math.floor(index / 400)}${query}`,
    }))
  const wanted = { connections: 1, seconds, accepts404: true }
  // The first answer waits for what another process has changed: it is no measure of a list, and none may come in so short a time.
  await (await fetch(`${service.origin}${root}/events?collapse=series`)).text()
  const [ours, plain] = [
    await load(service, { ...wanted, requests: lists('&collapse=series') }),
    await load(service, { ...wanted, requests: lists('') }),
  ]
  const said = ({ median, p99 }: typeof ours) => `p50 ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  return {
    what: 'lists with collapse=series, a third of all events dates of series, one client',
    target: `p99 below ${limit_ms} ms`,
    ours: said(ours),
    against: `the same lists without it: ${said(plain)}`,
    isMet: ours.p99 < limit_ms,
  }
}

/** Somebody makes events while the service lays out series in the background. */
async function laidOut(set: DataSet): Promise<Outcome> {
  const db = await openDatabase(set.database.url)
  const count = Math.min(mostLaid, set.events)
  const day = set.now
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .add({ months: 24 })
    .subtract({ weeks: lackedWeeks })
  await db.write((tx) => newSeries(tx, count, { laid_until: `${day} 00:00:00` }))
  const left = async () => {
    const [row] = await db.read
      .selectFrom('series')
      .select((eb) => eb.fn.countAll<number>().as('number'))
      .where('laid_until', '<', `${day.add({ days: 1 })}`)
      .execute()
    return row?.number ?? 0
  }
  await using service = await serve(set)
  const event = { title: 'Another', start_date: `${day} 19:00:00`, end_date: `${day} 20:00:00` }
  const [before, from] = [await left(), performance.now()]
  const waits: number[] = []
  let remaining = before
  for (; remaining > 0 && performance.now() < from + 600_000; remaining = await left()) {
    for (let some = 0; some < 20; some += 1) {
      waits.push((await timed(service, set, 'POST', '/events', event)).took_ms)
      await setTimeout(10)
    }
  }
  await db.close()
  const took_s = (performance.now() - from) / 1000
  const p99 = quantile(waits, 0.99)
  return {
    what: `creates while ${count.toLocaleString('en')} series are laid out, ${lackedWeeks} dates each, one client`,
    target: `p99 below ${limit_ms} ms`,
    ours: `p50 ${quantile(waits, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, at most ${Math.max(...waits).toFixed(0)} ms; ${before - remaining} series in ${took_s.toFixed(0)} s`,
    against: '',
    isMet: p99 < limit_ms && remaining === 0,
  }
}

function authorizationOf({ credentials }: DataSet): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(credentials.administrator).toString('base64')}` }
}
