import type { SiteCurrency } from '../tickets/tickets.cost.ts'
import type { TicketRow } from '../tickets/tickets.record.ts'
import { sameCost } from '../text/cost.ts'
import { escapeUrl, renderContent, renderExcerpt, renderTitle } from '../text/render.ts'
import { sameRendered } from '../text/sameText.ts'
import type { UpdateEvent } from './events.params.ts'
import { costsShown, type EventRow } from './events.row.ts'

/** How the record shows what an update may send back. */
export interface Shown extends SiteCurrency {
  readonly pageUrl: string
  /** The tickets of the event, which show their cost where it has none. */
  readonly tickets: readonly TicketRow[]
  /** Whether the cost came with the details it was read with. */
  readonly isWhole: boolean
}

/** Whether a value that was sent is only what the record shows of the stored one, by field (D49). */
const isEcho: {
  readonly [Name in keyof UpdateEvent]?: (
    sent: NonNullable<UpdateEvent[Name]>,
    stored: EventRow,
    shown: Shown,
  ) => boolean
} = {
  title: (sent, { title }) => sameRendered(sent, title, renderTitle),
  description: (sent, { description }) => sameRendered(sent, description, renderContent),
  excerpt: (sent, { excerpt }) => sameRendered(sent, excerpt, renderExcerpt),
  slug: (sent, { slug }) => sent === slug,
  // An event without a website shows its page.
  website: (sent, { website }, { pageUrl }) =>
    website === null ? sent === pageUrl : sent === website || sent === escapeUrl(website),
  // Wire: the word “Free” alone replaces a zero, which reads the same; with the details it came with, it does not.
  cost: (sent, event, { tickets, isWhole, ...site }) =>
    sameCost(sent, costsShown({ event, tickets }, site), site.costFormat) &&
    (isWhole || sent.some((text) => /\d/.test(text))),
}

/** The update without what only repeats the record: that stays as it is stored. */
export function withoutEchoes<Sent extends UpdateEvent>(
  sent: Sent,
  stored: EventRow,
  page: Omit<Shown, 'isWhole'>,
): Sent {
  const shown = { ...page, isWhole: sent.cost_details !== undefined }
  const news = Object.entries(sent).filter(([name, value]) => {
    // The table is typed by name, so that name and value belong together.
    const echoes = isEcho[name as keyof UpdateEvent] as
      | ((sent: unknown, stored: EventRow, shown: Shown) => boolean)
      | undefined
    // What is cleared reads as the empty text, and so may what is stored.
    return !echoes?.(value ?? '', stored, shown)
  })
  return Object.fromEntries(news) as Sent
}
