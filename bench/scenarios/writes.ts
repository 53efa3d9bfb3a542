import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { diceFrom } from '../../test/support/dice.ts'
import { type BareDatabase, openBare } from '../bare.database.ts'
import type { DataSet } from '../dataSets.ts'
import type { Request } from '../load.process.ts'
import { count, inTurns, type Outcome, ratioOf, served, type Setting } from '../outcome.ts'
import { load, serve, type Served, type Server } from '../processes.ts'
import { quantile } from '../statistics.ts'

const connections = 32
const root = '/vendor/events/v1'
const manyWrites = 60_000

/**
 * Creates and updates, each on disk before it is answered, held against a loop of the same transactions on the same database;
 * and reads of the hot list with some writes among them, held against the same reads alone.
 */
export async function writes(original: DataSet, setting: Setting): Promise<Outcome[]> {
  await using set = await original.copy()
  await using service = await serve(set)
  await using bare = await openBare(set.database.url, 'write')
  const [venues, events, works] = await prepared(set, bare)
  const wanted = { connections, seconds: setting.seconds, headers: authorizationOf(set) }
  const creating = await inTurns(
    setting.rounds,
    (round) => load(service, { ...wanted, requests: createsOf(set, venues, round) }),
    () => rateOf(bare, setting.seconds, works.create),
  )
  const updating = await inTurns(
    setting.rounds,
    (round) => load(service, { ...wanted, requests: updatesOf(events, round) }),
    () => rateOf(bare, setting.seconds, works.update),
  )
  return [
    outcome('durable creates, 32 clients', creating),
    outcome('durable updates, 32 clients', updating),
    await mixed(set, { service, venues }, setting),
  ]
}

/** What is written to, and the least that has to be written for it. */
async function prepared({ database }: DataSet, bare: BareDatabase) {
  const db = await openDatabase(database.url)
  const [venues, events] = [await publishedIn(db, 'venues'), await publishedIn(db, 'events')]
  const works = { create: await bareCreate(db, bare), update: bareUpdate(db, bare, events) }
  await db.close()
  return [venues, events, works] as const
}

function outcome(what: string, { ours, theirs }: { ours: Served[]; theirs: number[] }): Outcome {
  const ratio = ratioOf(
    ours.map(({ perSecond }) => perSecond),
    theirs,
  )
  return {
    what,
    target: 'at least 50 % of a bare loop of the same transactions',
    ours: served(ours),
    against: `bare loop, one transaction each: ${count(quantile(theirs, 0.5))}/s`,
    ratio,
    isMet: ratio.median >= 0.5,
  }
}

/** One write to nineteen reads. */
async function mixed(
  set: DataSet,
  { service, venues }: { service: Server; venues: readonly number[] },
  setting: Setting,
): Promise<Outcome> {
  const list: Request = { method: 'GET', path: `${root}/events` }
  const headers = authorizationOf(set)
  const wanted = { connections: 16, seconds: setting.seconds }
  const { ours, theirs } = await inTurns(
    setting.rounds,
    (round) =>
      load(service, {
        ...wanted,
        requests: createsOf(set, venues, 500 + round).flatMap((create) =>
          Array.from({ length: 20 }, (_, index) => (index === 0 ? { ...create, headers } : list)),
        ),
      }),
    () => load(service, { ...wanted, requests: [list] }),
  )
  const ratio = ratioOf(
    ours.map(({ perSecond }) => perSecond),
    theirs.map(({ perSecond }) => perSecond),
  )
  return {
    what: 'hot list with 5 % creates among it',
    target: 'at least 70 % of the hot list alone',
    ours: served(ours),
    against: `the hot list alone: ${served(theirs)}`,
    ratio,
    isMet: ratio.median >= 0.7,
  }
}

/** What an administrator sends to be let in. */
export function authorizationOf({ credentials }: DataSet): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(credentials.administrator).toString('base64')}` }
}

/** Requests that create events, others with each seed. */
export function createsOf({ now }: DataSet, venues: readonly number[], seed: number): Request[] {
  const dice = diceFrom(seed)
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  return Array.from({ length: manyWrites }, () => {
    const day = today.add({ days: 60 + Math.floor(dice.next() * 600) })
    const event = {
      title: dice.words(4),
      description: `<p>${dice.words(60)}</p>`,
      start_date: `${day} 19:00:00`,
      end_date: `${day} 21:00:00`,
      timezone: 'Europe/Berlin',
      categories: [1 + Math.floor(dice.next() * 40)],
      tags: [41 + Math.floor(dice.next() * 2000)],
      venue: dice.pick(venues),
    }
    return { method: 'POST', path: `${root}/events`, body: JSON.stringify(event) }
  })
}

function updatesOf(ids: readonly number[], seed: number): Request[] {
  const dice = diceFrom(seed)
  return Array.from({ length: manyWrites }, () => ({
    method: 'PUT',
    path: `${root}/events/${dice.pick(ids)}`,
    body: JSON.stringify({ title: dice.words(4), description: `<p>${dice.words(60)}</p>` }),
  }))
}

/** The ids of some that are published. */
export async function publishedIn({ read }: Database, table: 'events' | 'venues'): Promise<number[]> {
  const rows = await read
    .selectFrom(table)
    .select('id')
    .where('status', '=', 'publish')
    .limit(20_000)
    .execute()
  return rows.map(({ id }) => id)
}

/** Transactions a second, one after the other. */
async function rateOf(bare: BareDatabase, seconds: number, work: () => Promise<void>): Promise<number> {
  const from = performance.now()
  let done = 0
  while (performance.now() < from + seconds * 1000) {
    await bare.ask('begin')
    await bare.ask('update revision set number = number + 1')
    await work()
    await bare.ask('commit')
    done += 1
  }
  return done / ((performance.now() - from) / 1000)
}

/** The least that has to be written for an event like those that are created. */
async function bareCreate(db: Database, bare: BareDatabase): Promise<() => Promise<void>> {
  const template: Readonly<Record<string, unknown>> = await db.read
    .selectFrom('events')
    .selectAll()
    .where('status', '=', 'publish')
    .where(sql<number>`length(description)`, '>', 350)
    .where(sql<number>`length(description)`, '<', 450)
    .limit(1)
    .executeTakeFirstOrThrow()
  const columns = Object.keys(template)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const text = textIn(db)
  const item = text(sql`insert into items (kind) values (${'event'}) returning id`)
  const event = text(sql`insert into events (${names}) values (${sql.join(columns)})`)
  const venue = text(sql`insert into event_venues (event_id, venue_id, position) values (${1}, ${1}, 0)`)
  const term = text(sql`insert into event_terms (event_id, term_id) values (${1}, ${1})`)
  const counted = text(sql`update terms set count = count + 1 where id = ${1}`)
  const dice = diceFrom(1)
  return async () => {
    const [made] = await bare.ask(item, ['event'])
    const id = Number(made?.['id'])
    const row: typeof template = { ...template, id, slug: `bare-${id}`, uid: randomUUID() }
    await bare.ask(
      event,
      columns.map((name) => row[name]),
    )
    await bare.ask(venue, [id, 1 + Math.floor(dice.next() * 400)])
    for (const termId of [1 + Math.floor(dice.next() * 40), 41 + Math.floor(dice.next() * 2000)]) {
      await bare.ask(term, [id, termId])
      await bare.ask(counted, [termId])
    }
  }
}

function bareUpdate(db: Database, bare: BareDatabase, ids: readonly number[]): () => Promise<void> {
  const update = textIn(db)(
    sql`update events set title = ${''}, title_folded = ${''}, description = ${''}, folded = ${''}, modified_at = modified_at + 1 where id = ${1}`,
  )
  const dice = diceFrom(2)
  return async () => {
    const [title, description] = [dice.words(4), dice.words(60)]
    await bare.ask(update, [title, title, description, `${title}\n${description}`, dice.pick(ids)])
  }
}

/** A statement as the driver is told it: with marks of its own where values go. */
function textIn({ read }: Database): (statement: RawBuilder<unknown>) => string {
  return (statement) => statement.compile(read).sql
}
