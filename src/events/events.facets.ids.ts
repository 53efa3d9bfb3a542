import { setImmediate } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
import type { Limits } from '../calendar/window.ts'
import { startOfDay } from '../db/listings/listings.days.ts'
import { countedLink } from '../db/listings/listings.ts'
import { readNumbers } from '../db/numbers.ts'
import { RowSet } from '../db/rowSet.ts'
import { isOfFound } from './events.shown.ts'
import { type Asked, eventsOf, linkOf } from './events.source.ts'
import { daysOfStarts } from './events.starts.ts'
import { limitsOf, listBetween, windowOf } from './events.window.ts'

/** How much is done in one piece before other requests have their turn. */
interface Sizes {
  /** Listed events that are searched through. */
  readonly looked: number
  /** Events that are counted by one facet. */
  readonly counted: number
}

/** Each takes some thirty milliseconds at most. */
const usual: Sizes = { looked: 50_000, counted: 20_000 }

/** The events of a list, and their ids in parts that are counted one after the other. */
export interface FoundEvents {
  readonly events: RowSet
  readonly parts: readonly (readonly number[])[]
}

/** Finds all events of a list. */
export async function findEvents(asked: Asked, { looked, counted }: Sizes = usual): Promise<FoundEvents> {
  const { found } = asked
  const events = found && isOfFound(asked) ? found : await findInSlices(asked, looked)
  // Links are stored in the order of the ids of events.
  const ids = events.ids()
  const parts = Array.from({ length: Math.ceil(ids.length / counted) }, (_, index) =>
    ids.slice(index * counted, (index + 1) * counted),
  )
  return { events, parts }
}

async function findInSlices(asked: Asked, looked: number): Promise<RowSet> {
  const { context, params, reader } = asked
  const { starts_at } = limitsOf(windowOf(params, context, reader.now))
  // Events that are included by id are few, and their dates do not matter.
  const slices = params.include ? [] : await slicesOf(asked, starts_at, looked)
  let events = RowSet.of([])
  for (const slice of slices.length > 1 ? slices : [undefined]) {
    await setImmediate()
    events = events.or(RowSet.of(await findSlice(asked, slice)))
  }
  return events
}

/** Limits replace the dates of the list, so that an index is read between them and no further. */
async function findSlice(asked: Asked, slice: Limits | undefined): Promise<readonly number[]> {
  const { context, params, reader } = asked
  if (!slice) {
    const { query } = await eventsOf(asked)
    const [ids = []] = await readNumbers(
      context.db,
      [sql.ref('id')],
      sql`(${query.select('events.id')}) as found`,
    )
    return ids
  }
  const { starts_at: starts, ends_at: ends } = limitsOf(windowOf(params, context, reader.now))
  const dated = listBetween(params, {
    starts: slice,
    ends: {
      from: slice.from === starts.from ? ends.from : -Infinity,
      until: slice.until === starts.until ? ends.until : Infinity,
    },
  })
  const { query } = await eventsOf({ ...asked, params: dated })
  const [ids = [], found = []] = await readNumbers(
    context.db,
    [sql.ref('id'), sql.ref('ends_at')],
    sql`(${query.select(['events.id', 'events.ends_at'])}) as found`,
  )
  const isIn = (ends_at = NaN) => ends_at >= ends.from && ends_at < ends.until
  return ids.filter((_, index) => isIn(found[index]))
}

/** How many listed events the one link of the list has at any time; infinite where it is not of one link alone. */
async function countLinked(asked: Asked): Promise<number> {
  const link = await linkOf(asked)
  if (!link) return Infinity
  const { total } = await asked.context.db.read
    .selectFrom('linked_totals')
    .where('link', '=', countedLink(link.table))
    .where(sql<SqlBool>`target_id in (${link.ids})`)
    .select(sql<number>`coalesce(sum(events), 0)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The span between the limits, cut into parts in each of which about `most` events at most are looked at. */
export async function slicesOf(asked: Asked, limits: Limits, most = usual.looked): Promise<Limits[]> {
  const { from, until } = limits
  if ((asked.found?.size ?? (await countLinked(asked))) <= most) return [limits]
  const days = await daysOfStarts(asked.context, limits)
  const cuts: number[] = []
  let looked = 0
  for (const { day, events } of days) {
    const at = startOfDay(day)
    if (looked > most && at > from) {
      cuts.push(at)
      looked = 0
    }
    looked += events
  }
  return [...cuts, until].map((end, index) => ({ from: cuts[index - 1] ?? from, until: end }))
}
