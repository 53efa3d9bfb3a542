import { onceFor, remember } from '../../pure/calendar/cache.ts'
import type { EventDecisionsTable } from '../../storage/schema/tables.notes.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Site } from '../../http/site.ts'
import type { ShownLinked } from '../linked/linked.kind.ts'
import type { Images } from '../media/media.query.ts'
import type { SeriesRow } from '../schedules/schedules.row.ts'
import type { TermRow } from '../terms/terms.row.ts'
import { type CostFormat, type CostView, costView } from '../../pure/text/cost.ts'
import { flattenTexts } from '../../pure/text/flatText.ts'
import { isText, storedList } from '../../pure/text/stored.ts'
import { type SiteCurrency, ticketCosts } from '../tickets/tickets.cost.ts'
import type { Counts } from '../registration/registration.row.ts'
import type { TicketRow } from '../tickets/tickets.record.ts'
import type { EventRow, ShownRow } from '../rows/event.row.ts'

/** What a reviewer last said of an event. */
export interface Decision extends Pick<EventDecisionsTable, 'reason' | 'message'> {
  readonly is: EventDecisionsTable['decision']
  /** What they are called; empty where they are gone. */
  readonly by: string
  readonly at: EpochSeconds
}

/** An event with the records that are shown within it, as far as the reader may see them. */
export interface EventWithLinks {
  readonly event: ShownRow
  readonly categories: readonly TermRow[]
  readonly tags: readonly TermRow[]
  readonly venues: readonly ShownLinked[]
  readonly organizers: readonly ShownLinked[]
  /** Its tickets, without those in the trash. */
  readonly tickets: readonly TicketRow[]
  /** The series whose occurrence it is. */
  readonly series?: SeriesRow | undefined
  /** The images of the event and of its venues and organizers. */
  readonly images: Images
  /** What its author tells whoever reviews it, where that was asked for. */
  readonly note?: string | undefined
  /** What its author is called, and what a reviewer last said, where that was asked for. */
  readonly authorName?: string | undefined
  readonly decision?: Decision | undefined
  /** Whether it is shown to who may edit it. */
  readonly isToEdit?: true
  /** How many guests it has, where somebody registers and it is shown to who may edit it. */
  readonly counts?: Counts | undefined
  /** Whether it is remembered, so that what is made of it is worth being remembered as well. */
  readonly isKept?: () => boolean
  /** Its texts as they are shown, where they were rendered ahead because they are long. */
  readonly rendered?: { readonly description: string; readonly excerpt: string } | undefined
}

/** What feeds call an event, for ever; what has no name of its own is called as `global_id` says (D3). */
export function uidOf({ id, uid }: Pick<EventRow, 'id' | 'uid'>, { host }: Pick<Site, 'host'>): string {
  return uid ?? `event-${id}@${host}`
}

/** The costs of an event as they were given. */
export function costsOf(event: Pick<EventRow, 'cost'>): string[] {
  return storedList('cost', event.cost, isText)
}

/** The costs that an event shows: its own, or those of its tickets if it has none. */
export function costsShown(whole: WithCosts, site: SiteCurrency): string[] {
  return storedList('cost', storedCosts(whole, site), isText)
}

type WithCosts = Pick<EventWithLinks, 'tickets'> & { readonly event: Pick<EventRow, 'cost'> }

/** The costs shown, in the form in which costs are stored. */
function storedCosts({ event, tickets }: WithCosts, site: SiteCurrency): string {
  const hasOwn = event.cost !== '' && event.cost !== '[]'
  return hasOwn ? event.cost : JSON.stringify(ticketCosts(tickets, site))
}

/** The costs as the record shows them. The same prices recur from event to event, and a view takes 10 to 20 µs: they are remembered. */
export function costShown(whole: WithCosts, site: SiteCurrency): CostView {
  return viewsOfCosts(site.costFormat)(storedCosts(whole, site))
}

/** How many views are remembered, of some hundred bytes each and ten kilobytes at most. */
const costsRemembered = 500

const viewsOfCosts = onceFor((format: CostFormat) =>
  remember(costsRemembered, (stored: string) =>
    flattenTexts(costView(storedList('cost', stored, isText), format)),
  ),
)
