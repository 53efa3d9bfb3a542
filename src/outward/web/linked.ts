import { ownFacts } from './ownFacts.ts'
import { mayRead } from '../../http/auth/rights.ts'
import type { LinkedKind, LinkedRow } from '../../records/linked/linked.kind.ts'
import { findLinked } from '../../records/linked/linked.query.ts'
import { showing } from '../../records/media/media.query.ts'
import type { ImageRecord } from '../../records/media/media.record.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { organizerViewSingle } from '../../records/organizers/organizers.view.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { venueViewSingle } from '../../records/venues/venues.view.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { shapeOf, sourceSet } from './picture.ts'
import { accessFacts, addressLines, directionsUrl } from './event.venue.ts'
import { serviceListUrl } from './feed.links.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { directoryPath } from './directory.path.ts'
import { icon } from './icons.ts'
import type { Page } from './page.ts'
import { placeList } from './lists.ts'
import { miniMap } from './map.drawing.ts'
import { facts, heading, mailTo, phoneLink, prose, website } from './prose.ts'
import { subscribeMenu } from './subscribe.ts'
import type { Visit } from './visit.ts'
import { ofTexts, onOneLine } from './ownText.ts'

/** The page of the venue with the id; undefined unless there is one that this reader may see. */
export async function venuePage(visit: Visit, id: number): Promise<Page | undefined> {
  const row = await readable(visit, venueKind, id)
  if (!row) return undefined
  const { messages } = visit.locale
  const record = venueViewSingle(row, await showing(visit.context, visit.site, [row]))
  const directions = directionsUrl(row)
  const lines = addressLines(row)
  const map = row['show_map'] === 1 ? miniMap(visit, row) : undefined
  const picture = record.image ? pictureOf(record.image) : undefined
  return linkedPage(visit, {
    kind: venueKind,
    record: { ...record, name: record.venue },
    where: lines.length === 0 ? undefined : html`<address ${ofTexts(visit)}>${onOneLine(lines)}</address>`,
    rows: facts([
      [messages.phone, phoneLink(visit, record.phone)],
      [messages.website, website(visit, record.website)],
    ]),
    access: [accessFacts(visit.locale, row), ownFacts(visit, 'venue', row)],
    actions: directions
      ? html`<a class="button" href="${directions}" rel="external noopener"
          >${icon('outside')}${messages.directions}</a
        >`
      : undefined,
    beside: map || picture ? html`<div class="beside-head">${picture}${map}</div>` : undefined,
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
    rows: facts([
      [messages.phone, phoneLink(visit, record.phone)],
      [messages.email, mailTo(record.email)],
      [messages.website, website(visit, record.website)],
    ]),
    access: ownFacts(visit, 'organizer', row),
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
  readonly where?: Content
  /** How it can be reached. */
  readonly rows: Content
  /** How people get in and take part. */
  readonly access?: Content
  readonly actions?: Content
  /** What stands beside that: a picture, a map. */
  readonly beside?: Content
}

async function linkedPage(
  visit: Visit,
  { kind, record, where, rows, access, beside, actions }: Shown,
): Promise<Page> {
  const { site, locale } = visit
  const { messages } = locale
  const { id, url, name, description = '', image } = record
  const list = await placeList(
    visit,
    url.slice(site.home.length),
    { [kind.name]: String(id) },
    { isOnce: kind === venueKind },
  )
  const [all, coming] =
    kind.name === 'venue'
      ? [messages.placesTitle, messages.comingUpThere]
      : [messages.organizersTitle, messages.comingUpFrom]
  return {
    ...list.factsOf({ url, title: name, text: description }),
    ...list.page,
    json: `${site.rest}/${kind.table}/${id}`,
    events: serviceListUrl(site, [[kind.name, String(id)]]),
    styles: ['event.css'],
    jsonLd: { '@context': 'https://schema.org', ...record.json_ld },
    ...(image ? { image } : {}),
    main: html`<div class="wrap">
      <nav class="trail" aria-label="${messages.whereYouAre}">
        <ol>
          <li><a href="${site.home}/">${messages.whatsOn}</a></li>
          <li><a href="${site.home}${directoryPath(kind)}">${all}</a></li>
        </ol>
      </nav>
      <header class="venue-head${beside === undefined && !image ? ' alone' : ''}">
        <div>
          ${heading(visit, name)}${where}${prose(visit, description)}${rows}${access}
          <div class="actions">${actions}${subscribeMenu(visit, list.page.feeds, plainTextOfHtml(name))}</div>
        </div>
        ${beside ?? (image ? pictureOf(image) : undefined)}
      </header>
      <section class="section" aria-labelledby="coming">
        <div class="section-head"><h2 id="coming">${coming}</h2></div>
        ${list.main}
      </section>
    </div>`,
  }
}

function pictureOf(image: ImageRecord): Content {
  return html`<figure>
    <div class="pic${shapeOf(image)}">
      <img
        src="${image.sizes?.['large']?.url ?? image.url}"
        srcset="${sourceSet(image)}"
        sizes="(min-width: 48rem) 36rem, 100vw"
        width="${image.width}"
        height="${image.height}"
        alt=""
      />
    </div>
  </figure>`
}

async function readable(
  { context, caller }: Visit,
  kind: LinkedKind,
  id: number,
): Promise<LinkedRow | undefined> {
  const row = await findLinked(context.db.read, kind, id)
  return row && row.status !== 'trash' && mayRead(caller, row) ? row : undefined
}
