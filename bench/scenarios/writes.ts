import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { randomUUID } from 'node:crypto'
import { openSqlite } from '../../src/db/sqlite.driver.ts'
import { diceFrom } from '../../test/support/dice.ts'
import { startService } from '../../test/support/service.ts'
import { copyOf, type DataSet } from '../dataSets.ts'
import type { Request } from '../load.process.ts'
import { count, inTurns, type Outcome, ratioOf, served, type Setting } from '../outcome.ts'
import { load, type Served, type Server } from '../processes.ts'
import { quantile } from '../statistics.ts'

const connections = 32
const root = '/vendor/events/v1'
const manyWrites = 60_000

/**
 * Creates and updates, each on disk before it is answered, held against a loop of the same transactions on the same file;
 * and reads of the hot list with some writes among them, held against the same reads alone.
 */
export async function writes(original: DataSet, setting: Setting): Promise<Outcome[]> {
  await using set = await copyOf(original)
  await using service = await startService({ at: set, keepsData: true })
  using connection = openSqlite(set.path, 'write')
  connection.exec('PRAGMA busy_timeout = 10000')
  const venues = publishedIn(connection, 'venues')
  const wanted = { connections, seconds: setting.seconds, headers: authorizationOf(set) }
  const creating = await inTurns(
    setting.rounds,
    (round) => load(service, { ...wanted, requests: createsOf(set, venues, round) }),
    () => rateOf(connection, setting.seconds, bareCreate(connection)),
  )
  const updating = await inTurns(
    setting.rounds,
    (round) => load(service, { ...wanted, requests: updatesOf(connection, round) }),
    () => rateOf(connection, setting.seconds, bareUpdate(connection)),
  )
  return [
    outcome('durable creates, 32 clients', creating),
    outcome('durable updates, 32 clients', updating),
    await mixed(set, { service, venues }, setting),
  ]
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

function authorizationOf({ credentials }: DataSet): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(credentials.administrator).toString('base64')}` }
}

function createsOf({ now }: DataSet, venues: readonly number[], seed: number): Request[] {
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

function updatesOf(connection: DatabaseSync, seed: number): Request[] {
  const dice = diceFrom(seed)
  const ids = publishedIn(connection, 'events')
  return Array.from({ length: manyWrites }, () => ({
    method: 'PUT',
    path: `${root}/events/${dice.pick(ids)}`,
    body: JSON.stringify({ title: dice.words(4), description: `<p>${dice.words(60)}</p>` }),
  }))
}

function publishedIn(connection: DatabaseSync, table: 'events' | 'venues'): number[] {
  return connection
    .prepare(`select id from ${table} where status = 'publish' limit 20000`)
    .all()
    .map(({ id }) => Number(id))
}

/** Transactions a second, one after the other. */
async function rateOf(connection: DatabaseSync, seconds: number, work: () => void): Promise<number> {
  const from = performance.now()
  let done = 0
  while (performance.now() < from + seconds * 1000) {
    connection.exec('begin immediate')
    work()
    connection.exec('update revision set number = number + 1')
    connection.exec('commit')
    done += 1
  }
  return done / ((performance.now() - from) / 1000)
}

/** The least that has to be written for an event like those that are created. */
function bareCreate(connection: DatabaseSync): () => void {
  const template = connection
    .prepare(`select * from events where status = 'publish' and length(description) between 350 and 450`)
    .get()
  if (!template) throw new Error('The data set has no event of the length.')
  const columns = Object.keys(template)
  const item = connection.prepare(`insert into items (kind) values ('event') returning id`)
  const event = connection.prepare(
    `insert into events (${columns.join(', ')}) values (${columns.map((name) => `:${name}`).join(', ')})`,
  )
  const venue = connection.prepare('insert into event_venues (event_id, venue_id, position) values (?, ?, 0)')
  const term = connection.prepare('insert into event_terms (event_id, term_id) values (?, ?)')
  const counted = connection.prepare('update terms set count = count + 1 where id = ?')
  const dice = diceFrom(1)
  return () => {
    const id = Number(item.get()?.['id'])
    const own = { id, slug: `bare-${id}`, uid: randomUUID() }
    event.run({ ...template, ...own } as Record<string, SQLInputValue>)
    venue.run(id, 1 + Math.floor(dice.next() * 400))
    for (const termId of [1 + Math.floor(dice.next() * 40), 41 + Math.floor(dice.next() * 2000)]) {
      term.run(id, termId)
      counted.run(termId)
    }
  }
}

function bareUpdate(connection: DatabaseSync): () => void {
  const ids = publishedIn(connection, 'events')
  const update = connection.prepare(
    'update events set title = ?, title_folded = ?, description = ?, folded = ?, modified_at = modified_at + 1 where id = ?',
  )
  const dice = diceFrom(2)
  return () => {
    const [title, description] = [dice.words(4), dice.words(60)]
    update.run(title, title, description, `${title}\n${description}`, dice.pick(ids))
  }
}
