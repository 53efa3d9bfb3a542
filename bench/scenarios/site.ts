import { openDatabase } from '../../src/storage/db/open.ts'
import { diceFrom } from '../../test/support/dice.ts'
import type { DataSet } from '../dataSets.ts'
import type { Request } from '../load.process.ts'
import { inTurns, type Outcome, ratioOf, served, type Setting } from '../outcome.ts'
import { load, serve } from '../processes.ts'
import { listsOf, warmingUp_s } from './cold.ts'
import { authorizationOf, createsOf, publishedIn } from './writes.ts'

const root = '/vendor/events/v1'
const hotList: Request = { method: 'GET', path: `${root}/events` }

/** One write to so many requests, as `writes` has it. */
const oneIn = 20

/** How many lists and events a site has that people look at these weeks. */
const [someLists, someEvents] = [200, 2000]

/**
 * What a site does: people look at its first page, at lists and at events, and editors write meanwhile, one write to nineteen reads; how
 * long readers wait, held against the same readers where nobody writes.
 */
export async function site(original: DataSet, { rounds, seconds }: Setting): Promise<Outcome[]> {
  await using set = await original.copy()
  const { venues, events } = await recordsOf(set)
  await using service = await serve(set)
  const reads = { connections: 16, seconds, requests: readsOf(set, events), accepts404: true }
  const headers = authorizationOf(set)
  await load(service, { ...reads, seconds: warmingUp_s })
  const { ours, theirs } = await inTurns(
    rounds,
    async (round) => {
      const before = await load(service, reads)
      const [among] = await Promise.all([
        load(service, reads),
        load(service, {
          connections: 4,
          seconds,
          headers,
          rate: before.perSecond / (oneIn - 1),
          requests: createsOf(set, venues, 1300 + round),
        }),
      ])
      return among
    },
    () => load(service, reads),
  )
  return [
    {
      what: 'readers of a site: its first page, lists of categories, single events; one write to nineteen reads',
      target: 'none',
      ours: served(ours),
      against: `the same readers where nobody writes: ${served(theirs)}`,
      ratio: ratioOf(
        ours.map(({ perSecond }) => perSecond),
        theirs.map(({ perSecond }) => perSecond),
      ),
    },
  ]
}

/** A third each of the first page, of lists, and of events. */
function readsOf(set: DataSet, events: readonly number[]): Request[] {
  const dice = diceFrom(4)
  const lists = listsOf(set, someLists, 4)
  return Array.from({ length: 60_000 }, () => {
    const path = `${root}/events/${dice.pick(events)}`
    return dice.pick<Request>([hotList, dice.pick(lists), { method: 'GET', path }])
  })
}

async function recordsOf({ database }: DataSet) {
  const db = await openDatabase(database.url)
  try {
    const open = await db.read
      .selectFrom('events')
      .select('id')
      .where('status', '=', 'publish')
      .where('password_digest', 'is', null)
      .limit(someEvents)
      .execute()
    return { venues: await publishedIn(db, 'venues'), events: open.map(({ id }) => id) }
  } finally {
    await db.close()
  }
}

const row = (what: string, ours: string, theirs: string): Outcome => ({
  what: `${what}, as PocketBase publishes`,
  target: 'none',
  ours,
  against: `PocketBase: ${theirs}`,
})

const ofList = (one: string, other: string) => `remembered ${one}; made anew ${other}`

/**
 * The task that PocketBase publishes figures of: 10,000 records, their first 20 with the total by one and by a thousand at once, and
 * creates by 500 at once. Its figures are of v0.24 on a machine of two cores (Hetzner CAX11), so that they name a size, and are no race:
 * https://github.com/pocketbase/benchmarks/blob/master/results/hetzner_cax11.md
 */
export async function published(original: DataSet, { rounds, seconds }: Setting): Promise<Outcome[]> {
  await using set = await original.copy()
  const { venues } = await recordsOf(set)
  await using service = await serve(set)
  const path = `${hotList.path}?per_page=20`
  const list: Request = { method: 'GET', path }
  // None is asked for twice, so that none is remembered.
  const anew: Request[] = Array.from({ length: 60_000 }, (_, at) => ({
    method: 'GET',
    path: `${path}&x=${at}`,
  }))
  await load(service, { connections: 16, seconds: warmingUp_s, requests: anew })
  const turns = async (
    connections: number,
    requests: (round: number) => readonly Request[],
    headers = {},
  ) => {
    const all = []
    for (let round = 0; round < rounds; round += 1)
      all.push(await load(service, { connections, seconds, headers, requests: requests(round) }))
    return served(all)
  }
  return [
    row(
      'a list of 20 with its total, one after another',
      ofList(await turns(1, () => [list]), await turns(1, () => anew)),
      '316/s',
    ),
    row(
      'a list of 20 with its total, 1,000 at once',
      ofList(await turns(1000, () => [list]), await turns(1000, () => anew)),
      '685/s',
    ),
    row(
      'creates by 500 at once, signed in',
      await turns(500, (round) => createsOf(set, venues, 1500 + round), authorizationOf(set)),
      '1,297/s',
    ),
  ]
}
