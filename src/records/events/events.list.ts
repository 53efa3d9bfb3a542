import { anonymous } from '../../http/auth/rights.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type Page, pagesOf } from '../../http/list.ts'
import { TimeSlices } from '../../http/timeSlices.ts'
import type { Sight } from '../../storage/index/codes.ts'
import { collapsed, type Hits } from '../../storage/index/hits.ts'
import { nextTurn } from '../../storage/index/facets.registration.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Context } from '../../http/context.ts'
import type { Nearby } from '../posts/posts.places.ts'
import {
  type AskedList,
  filtersOf,
  type ListAmong,
  type ListReader,
  type Narrowed,
  sightIn,
} from './events.filters.ts'
import type { Dependence } from '../../storage/index/steps.ts'
import { choiceOf, shownOf } from './events.depends.ts'
import { linksOfEvents, withLinks, withThese } from './events.linked.ts'
import { knownEvents } from './events.known.ts'
import { orderOfEvents } from './events.order.ts'
import type { ListEvents } from './events.params.ts'
import { findEventRows } from '../rows/event.query.ts'
import { isCancelledSince } from './events.read.ts'
import type { EventWithLinks } from './events.row.ts'
import type { ShownRow } from '../rows/event.row.ts'

/** How often a page is read again whose events somebody changes meanwhile. */
const maxTries = 3

/** One page of a list. */
interface ListPage {
  readonly events: EventWithLinks[]
  readonly page: Page
  /** The venues around the place that the list looks around. */
  readonly nearby: Nearby | undefined
  /** How many further dates of a series the list stands for, by its id. */
  readonly more: ReadonlyMap<number, number>
  /** When other events may be chosen by the clock alone, in epoch seconds, but for the dates of the list. */
  readonly turns: number
  /** What the page is made of, where that can be said. */
  readonly dependsOn: Dependence | undefined
}

const none: ReadonlyMap<number, number> = new Map()

/** One page of the list, in order, with the records shown within each event; and the venues nearby if it looks around a place. */
export async function listEvents(context: Context, params: ListAmong, reader: ListReader): Promise<ListPage> {
  const number = params.page ?? 1
  const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
  const part = { offset: (params.skipped ?? 0) + (number - 1) * perPage, limit: perPage }
  for (let tries = 1; ; tries += 1) {
    const { isWhole, ...found } = await context.index.ask(async (snapshot) => {
      const asked = { context, snapshot, params, reader }
      const { filters, nearby, hits, more } = await chosen(asked)
      const ids = await context.index.idsOf(hits, await orderOfEvents(asked, nearby), part)
      const all = await wholeEvents(context, ids, reader)
      const events = all.filter(({ event }) => isSeen(event, filters.sight, params.withHidden))
      const page = { page: number, perPage, total: hits.total }
      const chosenBy = params.collapse ? undefined : choiceOf(filters)
      const dependsOn = chosenBy && { ...shownOf(events), shown: ids, chosenBy: [chosenBy] }
      const turns = params.registration ? nextTurn(snapshot, epochSeconds(reader.now)) : Infinity
      return { events, page, nearby, more, turns, dependsOn, isWhole: events.length === ids.length }
    })
    // Rows may be newer than the choice of them: one that is gone since, or no longer to be seen, leaves a gap.
    if (isWhole || tries === maxTries) return found
  }
}

/** The events with these ids in their order, with the records shown within each to this reader. */
async function wholeEvents(
  context: Context,
  ids: readonly number[],
  { caller }: ListReader,
): Promise<EventWithLinks[]> {
  if (caller.id === anonymous.id) return knownEvents(await context.rows.get(), ids)
  const [rows, events, links] = await Promise.all([
    context.rows.get(),
    findEventRows(context.db.read, ids),
    linksOfEvents(context.db.read, ids),
  ])
  return withThese(rows, { events, links }, caller)
}

/** The events of a list: what they are chosen by, and how many further dates of a series each stands for, by its id. */
interface Chosen extends Narrowed {
  readonly hits: Hits
  readonly more: ListPage['more']
}

async function chosen(asked: AskedList): Promise<Chosen> {
  const narrowed = await filtersOf(asked)
  const hits = await asked.context.index.find(asked.snapshot, narrowed.filters)
  return {
    ...narrowed,
    ...(asked.params.collapse === 'series' ? await collapsed(hits) : { hits, more: none }),
  }
}

/** A list to be read from its beginning to its end. */
export interface Walk {
  readonly params: ListEvents
  readonly reader: ListReader
  /** Which part of the list is wanted, and how many events a part has at most. */
  readonly page: number
  readonly perPage: number
  /** Public events that came into the trash no earlier belong to the list, as cancelled; undefined: none do. */
  readonly cancelledSince: EpochSeconds | undefined
}

/**
 * The ids of a part of the list, by start or in the order asked for, whether there is more, and how many further dates of a series each
 * stands for, by its id. Throws 404 past the last part.
 */
export async function findEventIds(
  context: Context,
  { params, reader, page, perPage, cancelledSince }: Walk,
): Promise<{ ids: readonly number[]; hasMore: boolean; more: ReadonlyMap<number, number> }> {
  return context.index.ask(async (snapshot) => {
    const asked = { context, snapshot, params, reader, cancelledSince }
    const { nearby, hits, more } = await chosen(asked)
    const { total } = hits
    const offset = (page - 1) * perPage
    if (page > 1 && offset >= total) {
      const last = Math.max(1, pagesOf({ page, perPage, total }))
      throw new ApiError('event-archive-page-not-found', { page, last })
    }
    const order = await orderOfEvents(asked, nearby, 'start_date')
    const ids = await context.index.idsOf(hits, order, { offset, limit: perPage })
    return { ids, hasMore: offset + ids.length < total, more }
  })
}

/**
 * How many events are read from the database at a time: first one, then as many as have about so many characters. A client
 * that stops reading holds them in memory, and events may have long texts.
 */
const [many, wanted] = [100, 200_000]

/**
 * The events with these ids, in their order, with the records shown within each. They are read in batches, so that memory stays the
 * same however many there are and other requests have their turn. Those that may no longer be shown are left out.
 */
export async function* eachEvent(
  context: Context,
  ids: readonly number[],
  { params, reader, cancelledSince }: Walk,
): AsyncGenerator<EventWithLinks, void, undefined> {
  const sight = sightIn(params, reader, cancelledSince)
  const slices = new TimeSlices()
  for (let from = 0, batch = 1; from < ids.length;) {
    const rows = await findEventRows(context.db.read, ids.slice(from, from + batch))
    from += batch
    const characters = rows.reduce((sum, row) => sum + row.description.length + row.excerpt.length, 1)
    batch = Math.max(1, Math.min(many, Math.round((batch * wanted) / characters)))
    const events = rows.filter((event) => isSeen(event, sight))
    for (const whole of await withLinks(rowsIn(context.db.read), events, reader.caller)) {
      yield whole
      // What a feed makes of a long text takes long, and a fast client never stops reading.
      const rest = slices.next()
      if (rest) await rest
    }
  }
}

/** Whether a list shows its reader the event as it is now. */
function isSeen(event: ShownRow, { reader, sees, cancelledSince }: Sight, withHidden = false): boolean {
  const { status, status_before, author_id, hide_from_listings } = event
  const state = { status, before: status === 'trash' ? status_before : null }
  const isVisible = sees(state, false) || (author_id === reader && sees(state, true))
  return (withHidden || hide_from_listings === 0) && (isVisible || isCancelledSince(event, cancelledSince))
}
