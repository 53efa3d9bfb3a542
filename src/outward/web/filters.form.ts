import type { EventFacetsParams } from '../../records/facets/facets.params.ts'
import { countFacets, type Facets } from '../../records/facets/facets.query.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { tagKind } from '../../records/terms/terms.kind.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { calendarUrl } from './calendar.address.ts'
import { type CalendarQuery, type FilterName, type Pair, valuesOf } from './calendar.query.ts'
import { narrowing } from './filters.narrowing.form.ts'
import { nearField } from './filters.distance.ts'
import { type OwnInForm, ownInForm } from './filters.own.form.ts'
import { isOwnName } from './calendar.own.ts'
import { categoryTree, checkbox } from './filters.tree.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { termsNamed, titleOf } from './filters.ts'
import { icon } from './icons.ts'
import { compareTexts, numberText } from '../../pure/locale/locale.ts'
import type { Visit } from './visit.ts'
import { langOfTexts } from './ownText.ts'

/** Inputs that a form sends along without showing them. */
export function hiddenFields(pairs: readonly Pair[], shown: readonly FilterName[]): Content {
  return pairs
    .filter(([name]) => !shown.includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
}

/** How many of each kind the form offers: those with the most events. */
const mostOffered = 200

/**
 * What the form of filters offers: how many events remain with each choice; `facets`: only with some of them. `isWhole`: all that there
 * are, beyond those of the menus of a page.
 */
export async function filterCounts(
  visit: Visit,
  { params, pairs }: Pick<CalendarQuery, 'params' | 'pairs'>,
  {
    facets = ['categories', 'tags', 'venues', 'organizers', 'featured', 'cost', 'fields', 'registration'],
    isWhole = false,
  }: { readonly facets?: EventFacetsParams['facets']; readonly isWhole?: boolean } = {},
): Promise<Facets> {
  const { context, caller, now } = visit
  // What is chosen is offered too, wherever it stands; one more says that there are more.
  const hasChosen = pairs.some(([name]) => inMenus.has(name))
  const limit = isWhole || hasChosen ? mostOffered : mostInMenu + 1
  const limits = { tags: limit, venues: limit, organizers: limit }
  return countFacets(context, { ...params, facets, facet_limit: mostOffered }, { caller, now }, limits)
}

/** The filters that the form has fields for; it sends the others along. */
const inForm: readonly FilterName[] = [
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'free',
  'near',
  'within',
  'attendance_mode',
  'access',
  'time_of_day',
  'registration',
  'collapse',
]

const inMenus: ReadonlySet<string> = new Set<FilterName>(['tags', 'venue', 'organizer'])

/** Whether the form offers anything to choose, or holds something that was chosen. */
export function hasChoices({ pairs }: CalendarQuery, counts: Facets): boolean {
  const { categories = [], tags = [], venues = [], organizers = [], registration = [] } = counts
  const open = registration.filter(({ value, count }) => value === 'open' && count > 0)
  const isOffered = [categories, tags, venues, organizers, open].some((some) => some.length > 0)
  return isOffered || pairs.some(([name]) => inForm.includes(name) || isOwnName(name))
}

/**
 * Of more choices than this a page has those with the most events only. A city has hundreds of places and kinds: all of them would be
 * half of a list's bytes and elements (58 kB with 1,320 elements in the demo calendar, 30 kB with 690 without them).
 */
const mostInMenu = 12

/** How the form of filters stands on its page. */
interface FormPlace {
  /** The page that it leads to. */
  readonly path: string
  readonly counts: Facets
  /** The page with all choices, if this has but the first of them. */
  readonly allAt: string | undefined
}

/**
 * The form of filters: beside the results where there is room, else a sheet that a button opens. `isColumn`: whether it stands
 * beside them at all.
 */
export async function filterForm(
  visit: Visit,
  query: CalendarQuery,
  { isColumn, ...place }: FormPlace & { isColumn: boolean },
): Promise<Html> {
  const { messages } = visit.locale
  return html`<form
    class="${isColumn ? 'filters column' : 'filters'}"
    id="filters"
    popover
    action="${calendarUrl(visit.site, place.path, [])}"
    aria-label="${messages.filters}"
    data-filters
  >
    <div class="sheet-head">
      <strong>${messages.filters}</strong>
      <button
        type="button"
        class="plain icon"
        popovertarget="filters"
        popovertargetaction="hide"
        aria-label="${messages.close}"
      >
        ${icon('close')}
      </button>
    </div>
    ${await fields(visit, query, place)}
  </form>`
}

/** The form with all choices, as a page of its own has it. */
export async function wholeForm(
  visit: Visit,
  query: CalendarQuery,
  { path, counts }: Pick<FormPlace, 'path' | 'counts'>,
): Promise<Html> {
  return html`<form
    class="filters whole"
    action="${calendarUrl(visit.site, path, [])}"
    aria-label="${visit.locale.messages.filters}"
    data-filters
  >
    ${await fields(visit, query, { path, counts, allAt: undefined })}
  </form>`
}

async function fields(visit: Visit, query: CalendarQuery, place: FormPlace): Promise<Html> {
  const { messages } = visit.locale
  const { counts, allAt } = place
  const tree = await categoryTree(visit, query, { ...counts, allAt })
  const lists = await menus(visit, query, place)
  const isPartial = allAt !== undefined && (tree.isPartial || lists.isPartial)
  const own = ownInForm(visit, query, counts)
  return html`${hiddenFields(query.pairs, [...inForm, ...own.names])}${own.hidden}${tree.html}${showOnly(visit, query, { counts, own })}${narrowing(visit, query)}${seriesOnce(visit, query, place)}${lists.html}${own.groups}
    ${nearField(visit, query)}
    <p class="go-line">
      <button class="go">${messages.showEvents}</button>
      ${isPartial ? html`<a class="all" href="${allAt}" rel="nofollow" data-all>${messages.allChoices}</a>` : undefined}
    </p>`
}

/** What is so: free, featured, with places, and what fields of one’s own say of it. */
function showOnly(
  visit: Visit,
  query: CalendarQuery,
  { counts, own }: { readonly counts: Facets; readonly own: OwnInForm },
): Content {
  const { messages } = visit.locale
  const { params } = query
  const { featured = [], cost = [] } = counts
  const all = [
    { name: 'free', text: messages.free, count: cost.find(({ value }) => value === 'free')?.count },
    { name: 'featured', text: messages.featured, count: featured.find(({ value }) => value)?.count },
  ] as const
  const boxes = all.flatMap(({ name, text, count }) => {
    const isChecked = params[name] === true
    // An address may ask for the others: the form keeps that, and the box, sent after it, goes before it.
    const others =
      params[name] === false ? html`<input type="hidden" name="${name}" value="false" />` : undefined
    const box =
      count || isChecked ? checkbox(visit, { name, value: 'true', isChecked, text, count }) : undefined
    return [others, box].filter((one) => one !== undefined)
  })
  boxes.push(...placesBox(visit, query, counts), ...own.boxes)
  return boxes.length === 0
    ? undefined
    : html`<fieldset>
        <legend>${messages.showOnly}</legend>
        <div>${boxes}</div>
      </fieldset>`
}

/** Those for which one can register and has a place. */
function placesBox(visit: Visit, { pairs }: CalendarQuery, { registration = [] }: Facets): Html[] {
  const count = registration.find(({ value }) => value === 'open')?.count
  const isChecked = valuesOf(pairs, 'registration').includes('open')
  if (!count && !isChecked) return []
  const text = visit.locale.messages.withPlaces
  return [checkbox(visit, { name: 'registration', value: 'open', isChecked, text, count })]
}

/** Days show each date of a series, as it is on that day. */
const ofDays = /^\/(?:month|week|day)\//

/** Whether each series is shown once. The form sends the box after what holds without it, and the last of both counts. */
function seriesOnce(visit: Visit, { params, isOnce }: CalendarQuery, { path }: FormPlace): Content {
  if (ofDays.test(path)) return undefined
  const box = checkbox(visit, {
    name: 'collapse',
    value: 'series',
    isChecked: params.collapse === 'series',
    text: visit.locale.messages.seriesOnce,
    count: undefined,
  })
  const without = isOnce ? html`<input type="hidden" name="collapse" value="none" />` : undefined
  return html`<div class="once">${without}${box}</div>`
}

/** The menus of venues, organizers and tags. */
async function menus(
  visit: Visit,
  { pairs }: CalendarQuery,
  { counts, allAt }: FormPlace,
): Promise<{ html: Content; isPartial: boolean }> {
  const { messages } = visit.locale
  const most = allAt === undefined ? mostOffered : mostInMenu
  const { venues = [], organizers = [], tags = [] } = counts
  const all = [
    await menu(visit, {
      name: 'venue',
      label: messages.venue,
      most,
      chosen: valuesOf(pairs, 'venue'),
      options: venues.map(({ id, venue, count }) => ({ value: String(id), name: venue, count })),
      textOf: (value) => titleOf(visit, venueKind, value),
    }),
    await menu(visit, {
      name: 'organizer',
      label: messages.organizer,
      most,
      chosen: valuesOf(pairs, 'organizer'),
      options: organizers.map(({ id, organizer, count }) => ({ value: String(id), name: organizer, count })),
      textOf: (value) => titleOf(visit, organizerKind, value),
    }),
    await menu(visit, {
      name: 'tags',
      label: messages.tag,
      most,
      chosen: valuesOf(pairs, 'tags'),
      options: tags.map(({ slug, name, count }) => ({ value: slug, name, count })),
      textOf: async (value) => (await termsNamed(visit, tagKind, value))[0]?.name,
    }),
  ].filter((one) => one !== undefined)
  return {
    html:
      all.length === 0
        ? undefined
        : html`<fieldset>
            <legend>${messages.more}</legend>
            ${all}
          </fieldset>`,
    isPartial: [venues, organizers, tags].some(({ length }) => length > most),
  }
}

interface Option {
  readonly value: string
  /** With HTML. */
  readonly name: string
  readonly count: number
}

/** A menu of the choices with the most events, by name. What the address names is chosen and kept, also where it is not among them. */
async function menu(
  visit: Visit,
  from: {
    readonly name: FilterName
    readonly label: string
    readonly most: number
    readonly chosen: readonly string[]
    readonly options: readonly Option[]
    readonly textOf: (value: string) => Promise<string | undefined>
  },
): Promise<Content> {
  const { name, label, most, chosen, options, textOf } = from
  const { locale } = visit
  const lang = langOfTexts(visit)
  const value = chosen.join(',')
  if (options.length === 0 && value === '') return undefined
  // They come with the most events first.
  const offered = options
    .filter((option, at) => at < most || option.value === value)
    .map(({ name: text, ...option }) => Object.assign(option, { text: plainTextOfHtml(text) }))
    .toSorted((one, other) => compareTexts(locale, one.text, other.text))
  const isOffered = offered.some((option) => option.value === value)
  const texts = await Promise.all(chosen.map(async (one) => (await textOf(one)) ?? one))
  const kept = value === '' || isOffered ? [] : [{ value, text: texts.join(', '), count: undefined }]
  return html`<label class="field"
    >${label}<select name="${name}">
      <option value="">${locale.messages.all}</option>
      ${[...offered, ...kept].map(
        (option) =>
          html`<option
            value="${option.value}"
            ${lang}
            ${option.value === value ? sanitised('selected') : undefined}
          >
            ${option.text}${option.count === undefined ? undefined : ` (${numberText(locale, option.count)})`}
          </option>`,
      )}
    </select></label
  >`
}
