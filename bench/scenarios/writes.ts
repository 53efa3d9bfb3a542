import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { diceFrom } from '../../test/support/dice.ts'
import { type BareDatabase, openBare } from '../bare.database.ts'
import type { DataSet } from '../dataSets.ts'
import type { Request } from '../load.process.ts'
import { count, inTurns, type Outcome, perCore, ratioOf, served, type Setting } from '../outcome.ts'
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
    ...(await mixed(set, { service, venues }, setting)),
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

/** One write to so many requests. */
const oneIn = 20

const reads = (list: Request) => Array.from({ length: oneIn - 1 }, () => list)

/** A list that all creates come into, and one that none does: they are two months ahead and more. */
function listsOf({ now }: DataSet): { touched: Request; untouched: Request } {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  const window = `starts_after=${today}&starts_before=${today.add({ days: 30 })}`
  return {
    touched: { method: 'GET', path: `${root}/events` },
    untouched: { method: 'GET', path: `${root}/events?${window}` },
  }
}

/**
 * One write to nineteen reads, held against what the same reads and creates take of a processor by themselves. The creates by themselves
 * come one after another, as among reads few of them share a commit.
 */
async function mixed(
  set: DataSet,
  { service, venues }: { service: Server; venues: readonly number[] },
  { rounds, seconds }: Setting,
): Promise<Outcome[]> {
  const headers = authorizationOf(set)
  const creates = (seed: number): Request[] =>
    createsOf(set, venues, seed).map((create) => Object.assign(create, { headers }))
  const outcomes: Outcome[] = []
  for (const [name, list] of Object.entries(listsOf(set))) {
    const { ours, theirs } = await inTurns(
      rounds,
      (round) =>
        load(service, {
          connections: 16,
          seconds,
          requests: creates(500 + round).flatMap((create) => [create].concat(reads(list))),
        }),
      async (round) => ({
        lists: await load(service, { connections: 16, seconds, requests: [list] }),
        creates: await load(service, { connections: 1, seconds, requests: creates(700 + round) }),
      }),
    )
    const apart = theirs.map(
      ({ lists, creates: made }) => ((oneIn - 1) / perCore(lists) + 1 / perCore(made)) / oneIn,
    )
    const ratio = ratioOf(
      apart,
      ours.map((one) => 1 / perCore(one)),
    )
    const [what, target] =
      name === 'touched'
        ? ['hot list with 5 % creates among it', 'both parts alone at least 80 % of the mix, by processor']
        : ['list that no write touches, with 5 % creates among it', 'the same']
    const against = `lists alone: ${served(theirs.map(({ lists }) => lists))}; creates alone, one after another: ${served(theirs.map(({ creates: made }) => made))}`
    outcomes.push({ what, target, ours: served(ours), against, ratio, isMet: ratio.median >= 0.8 })
    if (name === 'touched')
      outcomes.push({
        what: 'hot list with 5 % creates among it, by the clock',
        target: 'none: a create is as much work as the nineteen lists around it, and more',
        ours: served(ours),
        against: 'the hot list alone',
        ratio: ratioOf(
          ours.map(({ perSecond }) => perSecond),
          theirs.map(({ lists }) => lists.perSecond),
        ),
      })
  }
  return [...outcomes, await remade(set, { service, creates: creates(900) }, { rounds, seconds })]
}

/** What a list takes after each write, in lists that nobody has asked for before. */
async function remade(
  set: DataSet,
  { service, creates }: { service: Server; creates: readonly Request[] },
  { rounds, seconds }: Setting,
): Promise<Outcome> {
  const { touched } = listsOf(set)
  const wanted = { connections: 1, seconds }
  let part = 0
  const some = () => creates.slice((part += 1) * 2000, (part + 1) * 2000)
  const anew = Array.from({ length: manyWrites }, (_, at) => ({
    ...touched,
    path: `${touched.path}?x=${at}`,
  }))
  const { ours, theirs } = await inTurns(
    rounds,
    () => load(service, { ...wanted, requests: some().flatMap((create) => [create, touched]) }),
    async () => ({
      creates: await load(service, { ...wanted, requests: some() }),
      cold: await load(service, { ...wanted, requests: anew }),
    }),
  )
  const ratio = ratioOf(
    ours.map((one, at) => 2 / perCore(one) - 1 / perCore(theirs[at]?.creates ?? one)),
    theirs.map(({ cold }) => 1 / perCore(cold)),
  )
  return {
    what: 'the list after each create, less the create',
    target: 'at most 1.3 of a list that nobody has asked for before, by processor',
    ours: `both in turn: ${served(ours)}`,
    against: `creates alone: ${served(theirs.map(({ creates: made }) => made))}; such lists: ${served(theirs.map(({ cold }) => cold))}`,
    ratio,
    isMet: ratio.median <= 1.3,
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
