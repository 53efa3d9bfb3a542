import { setImmediate } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
import type { Limits } from '../calendar/window.ts'
import { toldCost } from '../db/listings/listings.costs.ts'
import { startOfDay } from '../db/listings/listings.days.ts'
import { countedLink } from '../db/listings/listings.ts'
import type { Flag } from '../db/tables.ts'
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

/** The columns of an event’s listing that facets count by. */
export interface Told {
  readonly featured: Flag
  /** The kind of its own cost (`toldCosts`), null where that follows from its tickets. */
  readonly cost: number | null
}

/** The events of a list: their ids, in parts that are counted one after the other, and what the listing of each has. */
export interface FoundEvents {
  readonly parts: readonly number[][]
  readonly told: ReadonlyMap<number, Told>
}

/** Finds all events of a list. */
export async function findEvents(asked: Asked, { looked, counted }: Sizes = usual): Promise<FoundEvents> {
  const { context, params, reader } = asked
  const { starts_at } = limitsOf(windowOf(params, context, reader.now))
  // Events that are included by id are few, and their dates do not matter.
  const slices = params.include ? [] : await slicesOf(asked, starts_at, looked)
  // An event that is moved meanwhile may be found twice.
  const told = new Map<number, Told>()
  for (const slice of slices.length > 1 ? slices : [undefined]) {
    await setImmediate()
    for (const event of await findSlice(asked, slice)) told.set(event.id, event)
  }
  // Links are stored in the order of the ids of events.
  const ids = Float64Array.from(told.keys()).toSorted()
  const parts = Array.from({ length: Math.ceil(ids.length / counted) }, (_, index) => [
    ...ids.subarray(index * counted, (index + 1) * counted),
  ])
  return { parts, told }
}

const columns = [
  'events.id',
  'events.ends_at',
  'events.featured',
  sql<number | null>`${sql.raw(toldCost('events', 'null'))}`.as('cost'),
] as const

/** Limits replace the dates of the list, so that an index is read between them and no further. */
async function findSlice(asked: Asked, slice: Limits | undefined) {
  const { context, params, reader } = asked
  if (!slice) {
    const { query } = await eventsOf(asked)
    return query.select(columns).execute()
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
  const rows = await query.select(columns).execute()
  return rows.filter(({ ends_at }) => ends_at >= ends.from && ends_at < ends.until)
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
