import type { LinkedKind } from '../linked/linked.kind.ts'
import { findManyLinked, listLinked } from '../linked/linked.query.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { renderTermName } from '../text/render.ts'
import { plainTextOfHtml } from '../text/address.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { listTerms } from '../terms/terms.list.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { titleText } from './card.ts'
import { lengthText } from './dates.ts'
import { type Content, type Html, html, sanitised } from './html.ts'
import { listUrl } from './listing.ts'
import { say } from './locale.ts'
import type { Messages } from './messages/catalogue.ts'
import type { Narrowing } from './narrowing.ts'
import { type PeriodName, periods } from './period.ts'
import type { Visit } from './visit.ts'

/** As many of each as somebody looks through in a menu. */
const longestMenu = 200

/** The texts of the stretches of time. */
const periodTexts = {
  today: 'today',
  tomorrow: 'tomorrow',
  weekend: 'thisWeekend',
  next_weekend: 'nextWeekend',
  week: 'nextSevenDays',
  month: 'thisMonth',
} as const satisfies Record<PeriodName, keyof Messages>

/** One choice in a menu. */
type Choice = readonly [value: string, text: string]

/** The form by which a list is narrowed: what, when and near whom at once, all else when it is wanted. */
export async function finder(visit: Visit, narrowing: Narrowing, url: string): Promise<Html> {
  const { messages } = visit.locale
  const given = new Map(narrowing.pairs)
  const isOpen = further.some((name) => given.has(name))
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
      ${await termMenu(visit, categoryKind, messages.category, given)}
      <div class="actions">
        <button type="submit">${messages.search}</button>
        <button type="button" class="plain" data-near hidden data-failed="${messages.noPosition}">
          ${messages.nearMe}
        </button>
      </div>
    </div>
    ${place(given)}
    <details ${isOpen ? sanitised('open') : undefined}>
      <summary>${messages.moreFilters}</summary>
      <div class="fields">
        ${field('from', messages.from, input('from', given, 'type="date"'))}
        ${field('until', messages.until, input('until', given, 'type="date"'))}
        ${await linkedMenu(visit, venueKind, messages.venue, given)}
        ${await linkedMenu(visit, organizerKind, messages.organizer, given)}
        ${await termMenu(visit, tagKind, messages.tag, given)}
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
    </details>
  </form>`
}

/** The filters that are not seen until somebody wants them. */
const further = ['from', 'until', 'venue', 'organizer', 'tags', 'featured']

/** What the list is narrowed to, each with a link that lets go of it. */
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
          <span aria-hidden="true">×</span></a
        >`
  return html`${near} <a class="chip" href="${url}">${messages.clear}</a>`
}

/** Where the reader is, for as long as they look near them. */
function place(given: ReadonlyMap<string, string>): Content {
  return ['geoloc_lat', 'geoloc_lng', 'geoloc_radius'].map((name) => {
    const value = given.get(name)
    return value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`
  })
}

function field(name: string, label: string, control: Html): Html {
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

function menu(
  name: string,
  label: string,
  { choices, none, given }: { choices: readonly Choice[]; none: string; given: ReadonlyMap<string, string> },
): Content {
  const chosen = given.get(name) ?? ''
  if (choices.length === 0 && chosen === '') return undefined
  // What an address names and the menu does not have is kept as it is.
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

async function termMenu(
  visit: Visit,
  kind: TermKind,
  label: string,
  given: Map<string, string>,
): Promise<Content> {
  const { rows } = await listTerms(unclamped(visit), kind, { per_page: longestMenu })
  const choices = rows.map(({ slug, name }) => [slug, plainTextOfHtml(renderTermName(name))] as const)
  return menu(kind.key, label, { choices, none: visit.locale.messages.all, given })
}

async function linkedMenu(
  visit: Visit,
  kind: LinkedKind,
  label: string,
  given: Map<string, string>,
): Promise<Content> {
  const { caller, now, context } = visit
  const params = { per_page: longestMenu, only_with_upcoming: true, orderby: 'title' as const }
  const { rows } = await listLinked(unclamped(visit), kind, { params, caller, now })
  const chosen = Number(given.get(kind.name) ?? Number.NaN)
  const isThere = Number.isNaN(chosen) || rows.some(({ id }) => id === chosen)
  const all = isThere ? rows : [...rows, ...(await findManyLinked(context.db.read, kind, [chosen]))]
  const choices = all.map(({ id, title }) => [String(id), titleText(title)] as const)
  return menu(kind.name, label, { choices, none: visit.locale.messages.all, given })
}

/** Menus have a limit of their own, whatever lists of the service have. */
function unclamped({ context }: Visit): Visit['context'] {
  return { ...context, perPageMax: longestMenu }
}
