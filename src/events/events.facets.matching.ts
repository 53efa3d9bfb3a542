import { setImmediate } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { onceFor } from '../calendar/cache.ts'
import type { Context } from '../posts/context.ts'
import type { Nearby } from '../posts/posts.places.ts'
import type { EventFacetsParams } from './events.facets.params.ts'
import type { ListReader } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import { findEvents, type FoundEvents } from './events.facets.ids.ts'
import type { Asked } from './events.source.ts'
import { findFound } from './events.found.ts'
import { type Starts, findStarts } from './events.facets.starts.ts'
import { isOfContents, isOfWindowAlone, withoutPublished } from './events.shown.ts'
import { isAnyClosed, totalOf } from './events.total.ts'

/** What is counted, and for whom. */
export interface Counting {
  readonly context: Context
  readonly params: EventFacetsParams
  readonly reader: ListReader
  readonly nearby: Nearby | undefined
  /** The revision from before `nearby` was looked up. */
  readonly since: number
  /** Whether it is counted in order to tell what events contain (`isOfContents`). */
  readonly tells?: boolean | undefined
}

/** The events that a list with these parameters has, in whichever way they are best counted. */
export interface Listed extends Counting {
  readonly total: number
  /** When those that are published start, where they are all of a window. */
  readonly starts?: Starts
  /** The others, one by one. */
  readonly found?: Found
}

/** Events that were found, one by one. */
export interface Found extends Pick<FoundEvents, 'events'> {
  /** Their ids in parts, each a subquery in brackets. */
  readonly parts: readonly RawBuilder<{ id: number }>[]
}

/** Finds the events of the list, or only when those that are published start if it has all of a window. */
export async function findListed(counting: Counting): Promise<Listed> {
  const list = listOf(counting)
  // The counts by day have protected events, too.
  if (!isOfWindowAlone(list) || (list.tells && (await isAnyClosed(list)))) {
    const found = await findOneByOne({ ...list, found: await findFound(list) })
    return { ...counting, total: found.events.size, found }
  }
  const [total, starts] = [await totalOf(list), await findStarts(list)]
  const others = withoutPublished(list)
  return { ...counting, total, starts, ...(others ? { found: await findOneByOne(others) } : {}) }
}

async function findOneByOne(list: Asked): Promise<Found> {
  const { parts, events } = await findEvents(list)
  const tables: Found['parts'][number][] = []
  for (const ids of parts) {
    await setImmediate()
    tables.push(list.context.db.dialect.tableOfIds(ids))
  }
  return { parts: tables, events }
}

/** The list whose events are counted. */
export function listOf({ context, params, reader, nearby, since, tells }: Counting): Asked {
  const { facets: _facets, facet_limit: _limit, ...filters } = params
  return { context, params: filters, reader, nearby, since, tells }
}

/** The events that the list would have without the filter that belongs to the facet, and of whose contents the reader is told. */
export async function listedWithout(
  listed: Listed,
  own: keyof ListEvents & keyof EventFacetsParams,
): Promise<Listed> {
  const { [own]: given, ...params } = listed.params
  const { context, reader, nearby, since } = listed
  return given === undefined
    ? openOf(listed)
    : findListed({ context, params, reader, nearby, since, tells: true })
}

/** The events of the list of whose contents the reader is told. */
export const openOf = onceFor(async (listed: Listed): Promise<Listed> => {
  if (isOfContents(listed) || !(await isAnyClosed(listed))) return { ...listed, tells: true }
  const { context, params, reader, nearby, since } = listed
  return findListed({ context, params, reader, nearby, since, tells: true })
})

/** The parts one after the other; other requests have their turn in between. */
export async function* partsOf({ parts }: Found): AsyncGenerator<Found['parts'][number]> {
  for (const ids of parts) {
    await setImmediate()
    yield ids
  }
}
