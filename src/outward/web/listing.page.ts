import type { ListAmong } from '../../records/events/events.filters.ts'
import { listEvents } from '../../records/events/events.list.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import type { Page } from '../../http/list.ts'
import type { Visit } from './visit.ts'

/** Two lists of which the second follows the first: what is on or to come, and what is over. */
export interface InTurn {
  readonly params: ListAmong
  /** Undefined where nothing follows. */
  readonly ended: ListAmong | undefined
}

/** A page of both. */
export interface PageInTurn {
  readonly events: readonly EventWithLinks[]
  readonly ended: readonly EventWithLinks[]
  /** Which page it is, with how many there are in both. */
  readonly page: Page
  /** How many there are in the first. */
  readonly total: number
  /** How many further dates of a series an event stands for, by its id. */
  readonly more: ReadonlyMap<number, number>
}

/** The page of the lists with the number, of at most so many events. */
export async function pageInTurn(
  { context, caller, now }: Visit,
  { params, ended }: InTurn,
  asked: { readonly page: number; readonly perPage: number },
): Promise<PageInTurn> {
  const size = { per_page: asked.perPage }
  const list = (of: ListAmong) => listEvents(context, { ...of, ...size }, { caller, now })
  const { events, page, more } = await list({ ...params, page: asked.page })
  const { total, perPage } = page
  if (!ended) return { events, ended: [], page, total, more }
  const skipped = Math.max(0, (asked.page - 1) * perPage - total)
  const over = await list({ ...ended, page: 1, skipped })
  return {
    events,
    ended: over.events.slice(0, perPage - events.length),
    page: { ...page, total: total + over.page.total },
    total,
    more,
  }
}
