import { anonymous, type Caller } from '../src/http/auth/rights.ts'
import { findZone } from '../src/pure/calendar/zone.ts'
import type { Database } from '../src/storage/db/dialect.ts'
import { Current } from '../src/storage/db/revisionCache.ts'
import { openDatabase } from '../src/storage/db/open.ts'
import type { Role } from '../src/storage/schema/tables.ts'
import { rowsIn } from '../src/storage/db/rows.ts'
import { type EventFacetsParams, eventFacetsParams } from '../src/records/facets/facets.params.ts'
import { countFacets } from '../src/records/facets/facets.query.ts'
import { type ListEvents, listEventsParams } from '../src/records/events/events.params.ts'
import { listEvents } from '../src/records/events/events.list.ts'
import { heldFields } from '../src/records/own/own.filters.ts'
import { EventIndex } from '../src/storage/index/eventIndex.ts'
import { decode } from '../src/http/decodedParameters.ts'
import type { Context } from '../src/http/context.ts'
import { Words } from '../src/storage/words/words.ts'
import type { DataSet } from './dataSets.ts'
import { factsOf } from './facts.ts'
import { aCommonWord, here, type Question, questionsOf } from './questions.ts'
import { clockFor, type Times, timesOf } from './statistics.ts'

/** What was measured, in one data set. */
export interface Measured {
  readonly name: string
  readonly isSelective: boolean
  readonly times: Times
}

/** What questions name is looked up in all rows, for which a server may take longer than it may for a request. */
const patient = { connections: 10, timeout_ms: 300_000 }

/**
 * How long the service takes for the lists of a data set, without HTTP and JSON: total, page, and all that is shown with
 * its events. Before each an event has changed, so that no list is remembered of the time before. What is remembered of
 * the words of a search is there, unless it is about words that were never asked for, and so is what is kept of places and links.
 */
export async function measureLists(
  { database, folder, helpers, now, warm }: DataSet,
  only?: string,
): Promise<Measured[]> {
  const db = await openDatabase(database.url, patient)
  try {
    const context = contextOn(db, folder)
    const ask = async (query: string | undefined, caller = anonymous) => {
      const params = decoded<ListEvents>(listEventsParams, query ?? '')
      const { page } = await listEvents(context, params, { caller, now, digest: undefined })
      return page
    }
    const { total, perPage } = await ask('')
    const questions = questionsOf(await factsOf(db, now, Math.ceil(total / perPage)))
    const chosen = questions.filter(chosenBy(only))
    if (chosen.length > 0) await context.words.fill()
    const measured: Measured[] = []
    for (const { name, query, by, isSelective = false } of chosen) {
      const queries = [query].flat()
      const caller = await callerOf(db, by)
      await warm()
      await ask(queries[0], caller)
      let asked = 0
      const times = await timesOf(
        clockFor({ helpers }),
        () => ask(queries[(asked += 1) % queries.length], caller),
        () => change(db),
      )
      measured.push({ name, isSelective, times })
    }
    return measured
  } finally {
    await db.close()
  }
}

/** Somebody of the role, who has written some of the events; without one, nobody. */
async function callerOf(db: Database, role: Role | undefined): Promise<Caller> {
  if (!role) return anonymous
  const users = db.read.selectFrom('users').select(['id', 'login']).where('role', '=', role)
  return { role, ...(await users.executeTakeFirstOrThrow()) }
}

const facetQuestions: readonly (Question & { readonly query: string })[] = [
  { name: 'facets: everything', query: '' },
  { name: 'facets: categories and tags', query: 'facets=categories,tags' },
  { name: 'facets: venues', query: 'facets=venues' },
  { name: 'facets: days', query: 'facets=days' },
  { name: 'facets: cost', query: 'facets=cost' },
  { name: 'facets: everything of a category', query: 'categories=30' },
  { name: 'facets: everything of three categories', query: 'categories=1,2,3' },
  { name: 'facets: everything of a common word', query: aCommonWord },
  { name: 'facets: everything within 25 km', query: here },
  { name: 'an editor: facets of everything', query: '', by: 'editor' },
]

/** How long the facets of a list take to be counted, of all that there are and of a few; not remembered. */
export async function measureFacets(
  { database, folder, helpers, now, warm }: DataSet,
  only?: string,
): Promise<Measured[]> {
  const db = await openDatabase(database.url)
  try {
    const context = contextOn(db, folder)
    const measured: Measured[] = []
    for (const { name, query, by } of facetQuestions.filter(chosenBy(only))) {
      const params = decoded<EventFacetsParams>(eventFacetsParams, query)
      const caller = await callerOf(db, by)
      const count = () => countFacets(context, params, { caller, now, digest: undefined })
      await warm()
      // The first one also compiles what it takes.
      await count()
      const times = await timesOf(clockFor({ helpers }), count, () => change(db))
      measured.push({ name, isSelective: false, times })
    }
    return measured
  } finally {
    await db.close()
  }
}

/** Whether a question is among those asked for by a part of their name. */
export function chosenBy(only: string | undefined) {
  return ({ name }: Pick<Question, 'name'>) => only === undefined || name.includes(only)
}

/** A transaction that changes nothing, of which nobody knows that: it is noted of an event that it has changed. */
export async function change(db: Database): Promise<void> {
  await db.write(async (tx) => {
    await tx.insertInto('changes').values({ kind: 'event', id: changed }).execute()
  })
}

/** Any event of the data sets. */
const changed = 5000

/** What lists take of the service. */
export function contextOn(
  db: Database,
  folder: string,
  declared: Context['declared'] = { all: [], language: 'en' },
): Context {
  const context = {
    db,
    declared,
    index: new EventIndex({ db, folder, fields: () => heldFields(declared) }),
    words: new Words({ db, folder }),
    rows: new Current(db, () => rowsIn(db.read)),
    siteZone: findZone('UTC'),
    perPage: 10,
    perPageMax: 50,
    geoUnit: 'km',
  }
  // They take no more of it than this.
  return context as Context
}

/** The parameters as the service reads them; the declaration says what they are. */
export function decoded<Params>(declared: Parameters<typeof decode>[0], query: string): Params {
  const { values, faults } = decode(declared, Object.fromEntries(new URLSearchParams(query)))
  if (faults.size > 0) throw new Error(`${query}: ${JSON.stringify([...faults])}`)
  return values as Params
}
