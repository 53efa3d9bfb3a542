import type { SiteCurrency } from '../tickets/tickets.cost.ts'
import type { TicketRow } from '../tickets/tickets.record.ts'
import { sameCost } from '../../pure/text/cost.ts'
import { escapeUrl, renderContent, renderExcerpt, renderTitle } from '../../pure/text/render.ts'
import { sameRendered } from '../../pure/text/sameText.ts'
import { homeOf } from '../posts/posts.view.ts'
import type { UpdateEvent } from './events.params.ts'
import { costsShown } from './events.row.ts'
import type { EventRow } from '../rows/event.row.ts'

/** What decides how the record shows the values that an update may send back. */
export interface RecordContext extends SiteCurrency {
  readonly pageUrl: string
  /** The root of the site, from which addresses within texts are shown (D71). */
  readonly home: string
  /** The tickets of the event, whose cost is shown when the event has none of its own. */
  readonly tickets: readonly TicketRow[]
  /** Whether `cost_details` was sent along with the cost, as it was read. */
  readonly isWhole: boolean
}

/** Whether a value that was sent is only what the record shows of the stored one, by field (D49). */
const isEcho: {
  readonly [Name in keyof UpdateEvent]?: (
    sent: NonNullable<UpdateEvent[Name]>,
    stored: EventRow,
    shown: RecordContext,
  ) => boolean
} = {
  title: (sent, { title }, { home }) => sameRendered(sent, title, { render: renderTitle, home }),
  description: (sent, { description }, { home }) =>
    sameRendered(sent, description, { render: renderContent, home }),
  excerpt: (sent, { excerpt }, { home }) => sameRendered(sent, excerpt, { render: renderExcerpt, home }),
  slug: (sent, { slug }) => sent === slug,
  // An event without a website shows its page.
  website: (sent, { website }, { pageUrl }) =>
    website === null ? sent === pageUrl : sent === website || sent === escapeUrl(website),
  // Wire: the word “Free” sent alone replaces a zero, which reads the same; sent with its details, it changes nothing.
  cost: (sent, event, { tickets, isWhole, ...site }) =>
    sameCost(sent, costsShown({ event, tickets }, site), site.costFormat) &&
    (isWhole || sent.some((text) => /\d/.test(text))),
}

/** The update without the values that only repeat the record: those stay as they are stored. */
export function withoutEchoes<Sent extends UpdateEvent>(
  sent: Sent,
  stored: EventRow,
  page: Omit<RecordContext, 'isWhole' | 'home'>,
): Sent {
  const shown = { ...page, home: homeOf(page.pageUrl), isWhole: sent.cost_details !== undefined }
  const news = Object.entries(sent).filter(([name, value]) => {
    // The table is typed by name, so that name and value belong together.
    const echoes = isEcho[name as keyof UpdateEvent] as
      | ((sent: unknown, stored: EventRow, shown: RecordContext) => boolean)
      | undefined
    // A cleared field reads as the empty text, and so may the stored one.
    return !echoes?.(value ?? '', stored, shown)
  })
  return Object.fromEntries(news) as Sent
}
