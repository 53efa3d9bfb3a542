import type { LinkedKind } from '../linked/linked.kind.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { lengthText } from './dates.ts'
import { type Content, type Html, html, sanitised } from './html.ts'
import { linkedChoices, termChoices } from './finder.choices.ts'
import { listUrl } from './listing.ts'
import { say } from './locale.ts'
import type { Messages } from './messages/catalogue.ts'
import type { Narrowing } from './narrowing.ts'
import { type PeriodName, periods } from './period.ts'
import type { Choice, Visit } from './visit.ts'

/** The names of the periods. */
const periodTexts = {
  today: 'today',
  tomorrow: 'tomorrow',
  weekend: 'thisWeekend',
  next_weekend: 'nextWeekend',
  week: 'nextSevenDays',
  month: 'thisMonth',
} as const satisfies Record<PeriodName, keyof Messages>

/** The search form of a list: words, time and place are always visible, further filters on demand. */
export async function finder(visit: Visit, narrowing: Narrowing, url: string): Promise<Html> {
  const { messages } = visit.locale
  const given = new Map(narrowing.pairs)
  return html`<form
    class="finder"
    action="${url}"
    role="search"
    aria-label="${messages.findEvents}"
    data-finder
  >
    <div class="fields">
      ${field('search', messages.what, input('search', given, `type="search" maxlength="200"`, messages.whatHint))}
      ${menu('when', messages.when, {
        choices: periods.map((name) => [name, messages[periodTexts[name]]]),
        none: messages.anyTime,
        given,
      })}
      ${await termMenu(visit, categoryKind, { label: messages.category, given })}
      <div class="actions">
        <button type="submit">${messages.search}</button>
        <button type="button" class="plain" data-near hidden data-failed="${messages.noPosition}">
          ${messages.nearMe}
        </button>
      </div>
    </div>
    ${place(given)} ${await furtherFilters(visit, given)}
  </form>`
}

/** The filters that are hidden at first. */
const further = ['from', 'until', 'venue', 'organizer', 'tags', 'featured']

async function furtherFilters(visit: Visit, given: ReadonlyMap<string, string>): Promise<Html> {
  const { messages } = visit.locale
  const isOpen = further.some((name) => given.has(name))
  const linkedMenu = async (kind: LinkedKind, label: string) =>
    menu(kind.name, label, {
      choices: await linkedChoices(visit, kind, given.get(kind.name)),
      none: messages.all,
      given,
    })
  return html`<details ${isOpen ? sanitised('open') : undefined}>
    <summary>${messages.moreFilters}</summary>
    <div class="fields">
      ${field('from', messages.from, input('from', given, 'type="date"'))}
      ${field('until', messages.until, input('until', given, 'type="date"'))}
      ${await linkedMenu(venueKind, messages.venue)} ${await linkedMenu(organizerKind, messages.organizer)}
      ${await termMenu(visit, tagKind, { label: messages.tag, given })}
      <label class="check"
        ><input
          type="checkbox"
          name="featured"
          value="true"
          ${given.get('featured') === 'true' ? sanitised('checked') : undefined}
        />
        ${messages.featuredOnly}</label
      >
    </div>
  </details>`
}

async function termMenu(
  visit: Visit,
  kind: TermKind,
  { label, given }: { label: string; given: ReadonlyMap<string, string> },
): Promise<Content> {
  return menu(kind.key, label, {
    choices: await termChoices(visit, kind, given.get(kind.key)),
    none: visit.locale.messages.all,
    given,
  })
}

/** The active filters of the list, each with a link that removes it. */
export function activeFilters(
  { locale, context }: Visit,
  { pairs, radius }: Narrowing,
  url: string,
): Content {
  const { messages } = locale
  if (pairs.length === 0) return undefined
  const without = (...names: string[]) =>
    listUrl(url, { pairs: pairs.filter(([name]) => !names.includes(name)) })
  const near =
    radius === undefined
      ? undefined
      : html`<a
          class="chip"
          href="${without('geoloc_lat', 'geoloc_lng', 'geoloc_radius')}"
          aria-label="${say(messages.remove, { filter: messages.nearMe })}"
          >${say(messages.nearby, { distance: lengthText(locale, radius, context.geoUnit) })}
          <span aria-hidden="true">&times;</span></a
        >`
  return html`${near} <a class="chip" href="${url}">${messages.clear}</a>`
}

/** The hidden fields for the reader’s position, if the list is around it. */
function place(given: ReadonlyMap<string, string>): Content {
  return ['geoloc_lat', 'geoloc_lng', 'geoloc_radius'].map((name) => {
    const value = given.get(name)
    return value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`
  })
}

/** A control with its label. */
export function field(name: string, label: string, control: Html): Html {
  return html`<div><label for="find-${name}">${label}</label>${control}</div>`
}

/** `attributes` are our own. */
function input(name: string, given: ReadonlyMap<string, string>, attributes: string, hint?: string): Html {
  const placeholder = hint === undefined ? undefined : html`placeholder="${hint}"`
  return html`<input
    id="find-${name}"
    name="${name}"
    value="${given.get(name) ?? ''}"
    ${sanitised(attributes)}
    ${placeholder}
  />`
}

/** A menu with a label and an empty choice; undefined when there is nothing to choose. */
export function menu(
  name: string,
  label: string,
  { choices, none, given }: { choices: readonly Choice[]; none: string; given: ReadonlyMap<string, string> },
): Content {
  const chosen = given.get(name) ?? ''
  if (choices.length === 0 && chosen === '') return undefined
  // A value of the address that is not in the menu is kept.
  const all =
    chosen === '' || choices.some(([value]) => value === chosen) ? choices : [...choices, [chosen, chosen]]
  return field(
    name,
    label,
    html`<select id="find-${name}" name="${name}">
      <option value="">${none}</option>
      ${all.map(
        ([value, text]) =>
          html`<option value="${value ?? ''}" ${value === chosen ? sanitised('selected') : undefined}>
            ${text}
          </option>`,
      )}
    </select>`,
  )
}
