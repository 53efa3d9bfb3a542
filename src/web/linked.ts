import { mayRead } from '../auth/rights.ts'
import type { LinkedKind, LinkedRow } from '../linked/linked.kind.ts'
import { findLinked } from '../linked/linked.query.ts'
import { showing } from '../media/media.query.ts'
import type { ImageRecord } from '../media/media.record.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { organizerViewSingle } from '../organizers/organizers.view.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { venueViewSingle } from '../venues/venues.view.ts'
import { sourceSet } from './card.ts'
import { addressText, mapLink, mapUrl } from './event.venue.ts'
import { type Content, html } from './html.ts'
import type { Page } from './layout.ts'
import { listFeeds, placeListing, serviceListUrl } from './lists.ts'
import { facts, heading, mailTo, pageFacts, phoneLink, plain, prose, website } from './prose.ts'
import type { Visit } from './visit.ts'

/** The page of the venue with the id; undefined unless there is one that this reader may see. */
export async function venuePage(visit: Visit, id: number): Promise<Page | undefined> {
  const row = await readable(visit, venueKind, id)
  if (!row) return undefined
  const { messages } = visit.locale
  const record = venueViewSingle(row, await showing(visit.context, visit.site, [row]))
  const map = row['show_map_link'] === 1 ? mapUrl(row) : undefined
  const address = addressText(row)
  return linkedPage(visit, {
    kind: venueKind,
    record: { ...record, name: record.venue },
    rows: [
      [
        messages.address,
        address || map ? html`${plain(address)}${mapLink(map, messages.showOnMap)}` : undefined,
      ],
      [messages.phone, phoneLink(record.phone)],
      [messages.website, website(record.website)],
    ],
  })
}

/** The page of the organizer with the id; undefined unless there is one that this reader may see. */
export async function organizerPage(visit: Visit, id: number): Promise<Page | undefined> {
  const row = await readable(visit, organizerKind, id)
  if (!row) return undefined
  const { messages } = visit.locale
  const record = organizerViewSingle(row, await showing(visit.context, visit.site, [row]))
  return linkedPage(visit, {
    kind: organizerKind,
    record: { ...record, name: record.organizer },
    rows: [
      [messages.phone, phoneLink(record.phone)],
      [messages.email, mailTo(record.email)],
      [messages.website, website(record.website)],
    ],
  })
}

/** The contents that pages of venues and organizers have in common. */
interface Shown {
  readonly kind: LinkedKind
  readonly record: {
    readonly id: number
    readonly url: string
    readonly name: string
    readonly description?: string
    readonly image?: ImageRecord
    readonly json_ld?: object
  }
  readonly rows: readonly (readonly [name: string, says: Content])[]
}

async function linkedPage(visit: Visit, { kind, record, rows }: Shown): Promise<Page> {
  const { messages } = visit.locale
  const { id, url, name, description = '', image } = record
  const list = await placeListing(visit, { url, params: { [kind.name]: [id] } })
  const [what, coming] =
    kind.name === 'venue'
      ? [messages.venue, messages.comingUpThere]
      : [messages.organizer, messages.comingUpFrom]
  return {
    ...pageFacts({ url, title: name, text: description }),
    ...list.links,
    json: `${visit.site.rest}/${kind.table}/${id}`,
    events: serviceListUrl(visit.site, [[kind.name, String(id)]]),
    feeds: listFeeds(visit.site, [[kind.name, String(id)]]),
    jsonLd: { '@context': 'https://schema.org', ...record.json_ld },
    ...(image ? { image } : {}),
    main: html`<header class="about">
        <div>
          <p class="eyebrow">${what}</p>
          ${heading(name)}${facts(rows)}${prose(visit, description)}
        </div>
        ${
          image
            ? html`<img
                src="${image.sizes?.['large']?.url ?? image.url}"
                srcset="${sourceSet(image)}"
                sizes="(min-width: 48rem) 24rem, 100vw"
                width="${image.width}"
                height="${image.height}"
                alt=""
              />`
            : undefined
        }
      </header>
      <section>
        <h2>${coming}</h2>
        ${list.html}
      </section>`,
  }
}

async function readable(
  { context, caller }: Visit,
  kind: LinkedKind,
  id: number,
): Promise<LinkedRow | undefined> {
  const row = await findLinked(context.db.read, kind, id)
  return row && row.status !== 'trash' && mayRead(caller, row) ? row : undefined
}
