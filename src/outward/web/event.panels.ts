import { drawnFields } from '../../fields/drawn.fields.ts'
import { nameIn } from '../../fields/names.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import type { EventRecord } from '../../records/events/events.record.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { findAncestors } from '../../records/terms/terms.query.ts'
import { termView } from '../../records/terms/terms.view.ts'
import { calendarUrl } from './calendar.address.ts'
import { placesOf } from './card.ts'
import { nameText } from './colours.ts'
import { venuePanel } from './event.venue.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { link, listed, website } from './prose.ts'
import type { Visit } from './visit.ts'
import { ofTexts } from './ownText.ts'

/** What stands beside the text: the places, who organizes, the website and the tags. */
export async function panels(visit: Visit, whole: EventWithLinks, record: EventRecord): Promise<Content> {
  const { messages } = visit.locale
  const { event, organizers } = whole
  const site = website(visit, event.website)
  const labels = await tags(visit, whole)
  return [
    ...placesOf(whole).map((venue) => venuePanel(visit, venue)),
    organizers.length === 0
      ? undefined
      : html`<section class="panel">
          <h2>${messages.organizer}</h2>
          ${record.organizer.map(
            ({ id, url, organizer }) =>
              html`<div class="org">
                <span class="sign" aria-hidden="true">${initials(plainTextOfHtml(organizer))}</span>
                <p>
                  ${link(visit, url, organizer)}<br /><a
                    class="small dim"
                    href="${calendarUrl(visit.site, '/list', [['organizer', String(id)]])}"
                    >${messages.comingUpFrom}</a
                  >
                </p>
              </div>`,
          )}
        </section>`,
    site === undefined
      ? undefined
      : html`<section class="panel">
          <h2>${messages.website}</h2>
          <p>${site}</p>
        </section>`,
    ...drawn(visit, event),
    labels === undefined
      ? undefined
      : html`<section class="panel">
          <h2>${messages.tags}</h2>
          <p>${labels}</p>
        </section>`,
  ]
}

/** What the form draws as it is declared, each under its name. */
function drawn(visit: Visit, event: object): Content[] {
  const said = new Map<string, unknown>(Object.entries(event))
  return Object.entries(drawnFields).map(([name, { type }]) => {
    const value = said.get(name)
    if (typeof value !== 'string' || value === '') return undefined
    const shown = type === 'link' ? website(visit, value) : plainTextOfHtml(value)
    return html`<section class="panel">
      <h2>${nameIn(visit.locale.language, name)}</h2>
      <p ${ofTexts(visit)}>${shown}</p>
    </section>`
  })
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

async function tags(visit: Visit, { tags: terms, categories }: EventWithLinks): Promise<Content> {
  const { context, site } = visit
  const all = [...categories, ...terms]
  const ancestors = await findAncestors(context.db.read, all)
  return listed(
    all.map(
      (term) =>
        html`<a href="${termView(term, site, ancestors).url}" ${ofTexts(visit)}>${nameText(term.name)}</a>`,
    ),
  )
}
