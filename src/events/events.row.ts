import type { Selectable } from 'kysely'
import { onceFor, remember } from '../calendar/cache.ts'
import type { EventsTable } from '../db/tables.ts'
import type { ShownLinked } from '../linked/linked.kind.ts'
import type { Images } from '../media/media.query.ts'
import type { TermRow } from '../terms/terms.query.ts'
import { shownPostColumns } from '../posts/posts.query.ts'
import { type CostFormat, type CostView, costView } from '../text/cost.ts'
import { inOnePiece } from '../text/onePiece.ts'
import { type SiteCurrency, ticketCosts } from '../tickets/tickets.cost.ts'
import type { TicketRow } from '../tickets/tickets.record.ts'

/** An event as stored. */
export type EventRow = Selectable<EventsTable>

/** What is shown of events: not what they are searched by, which is half of what is stored. */
export const shownColumns = [
  ...shownPostColumns,
  'excerpt',
  'post_parent',
  'all_day',
  'timezone',
  'timezone_abbr',
  'start_wall',
  'end_wall',
  'starts_at',
  'ends_at',
  'cost',
  'website',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'password_digest',
  'sequence',
  'uid',
  'trashed_at',
] as const satisfies readonly (keyof EventRow)[]

/** An event as far as it is shown. */
export type ShownRow = Pick<EventRow, (typeof shownColumns)[number]>

/** An event with what is shown within it, as far as the reader may see it. */
export interface EventWithLinks {
  readonly event: ShownRow
  readonly categories: readonly TermRow[]
  readonly tags: readonly TermRow[]
  readonly venues: readonly ShownLinked[]
  readonly organizers: readonly ShownLinked[]
  /** Its tickets, but for those in the trash. */
  readonly tickets: readonly TicketRow[]
  /** The images that it and its venues and organizers feature. */
  readonly images: Images
}

/** The costs of an event as they were given. */
export function costsOf(event: Pick<EventRow, 'cost'>): string[] {
  // Written by this program alone, as a list of texts.
  return event.cost === '' ? [] : (JSON.parse(event.cost) as string[])
}

/** The costs that an event shows: its own, or, where it has none, those of its tickets. */
export function costsShown(whole: WithCosts, site: SiteCurrency): string[] {
  return JSON.parse(storedCosts(whole, site)) as string[]
}

type WithCosts = Pick<EventWithLinks, 'tickets'> & { readonly event: Pick<EventRow, 'cost'> }

/** As costs are stored. */
function storedCosts({ event, tickets }: WithCosts, site: SiteCurrency): string {
  const hasOwn = event.cost !== '' && event.cost !== '[]'
  return hasOwn ? event.cost : JSON.stringify(ticketCosts(tickets, site))
}

/** How that reads in a record. Prices are much the same from event to event: each is read once. */
export function costShown(whole: WithCosts, site: SiteCurrency): CostView {
  return viewsOfCosts(site.costFormat)(storedCosts(whole, site))
}

/** Some hundred bytes each, ten kilobytes at most. */
const costsRemembered = 500

const viewsOfCosts = onceFor((format: CostFormat) =>
  remember(costsRemembered, (stored: string) => inOnePiece(costView(JSON.parse(stored) as string[], format))),
)
