import type { EventFacetsParams } from '../events/events.facets.params.ts'
import { countFacets, type Facets } from '../events/events.facets.query.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { categoryKind, tagKind } from '../terms/terms.kind.ts'
import { plainTextOfHtml } from '../text/plain.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { calendarUrl } from './calendar.address.ts'
import { type CalendarQuery, type FilterName, type Pair, valuesOf } from './calendar.query.ts'
import { type Colours, coloursOf } from './colours.ts'
import { nearField } from './filters.distance.ts'
import { type Content, type Html, html, sanitised } from './html.ts'
import { termsNamed, titleOf } from './filters.ts'
import { icon } from './icons.ts'
import { compareTexts, numberText, say } from './locale.ts'
import type { Visit } from './visit.ts'

/** Inputs that a form sends along without showing them. */
export function hiddenFields(pairs: readonly Pair[], shown: readonly FilterName[]): Content {
  return pairs
    .filter(([name]) => !shown.includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
}

/** How many of each kind the form offers: those with the most events. */
const mostOffered = 200

/** What the form of filters offers: how many events remain with each choice; `facets`: only with some of them. */
export async function filterCounts(
  visit: Visit,
  { params }: CalendarQuery,
  facets: EventFacetsParams['facets'] = ['categories', 'tags', 'venues', 'organizers', 'featured', 'cost'],
): Promise<Facets> {
  const { context, caller, now } = visit
  return countFacets(context, { ...params, facets, facet_limit: mostOffered }, { caller, now })
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
]

/** Whether the form offers anything to choose, or holds something that was chosen. */
export function hasChoices({ pairs }: CalendarQuery, counts: Facets): boolean {
  const { categories = [], tags = [], venues = [], organizers = [] } = counts
  const isOffered = [categories, tags, venues, organizers].some((some) => some.length > 0)
  return isOffered || pairs.some(([name]) => inForm.includes(name))
}

/**
 * The form of filters: beside the results where there is room, else a sheet that a button opens. `isColumn`: whether it stands
 * beside them at all.
 */
export async function filterForm(
  visit: Visit,
  query: CalendarQuery,
  { path, counts, isColumn }: { path: string; counts: Facets; isColumn: boolean },
): Promise<Html> {
  const { messages } = visit.locale
  return html`<form
    class="${isColumn ? 'filters column' : 'filters'}"
    id="filters"
    popover
    action="${calendarUrl(visit.site, path, [])}"
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
    ${hiddenFields(query.pairs, inForm)}${await categoryTree(visit, query, counts)}${showOnly(visit, query, counts)}
    ${await menus(visit, query, counts)}${nearField(visit, query)}
    <p class="go-line"><button class="go">${messages.showEvents}</button></p>
  </form>`
}

/** A category in the tree. */
interface Node {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly parent: number
  readonly count: number
}

/** More categories than this can be searched, where a script runs. */
const searchable = 30

async function categoryTree(
  visit: Visit,
  { pairs }: CalendarQuery,
  { categories = [] }: Facets,
): Promise<Content> {
  const chosen = (
    await Promise.all(valuesOf(pairs, 'categories').map((value) => termsNamed(visit, categoryKind, value)))
  ).flat()
  const counted = categories.map((one) => ({ ...one, name: plainTextOfHtml(one.name) }))
  const uncounted = chosen.filter(({ id }) => !counted.some((one) => one.id === id))
  const nodes: Node[] = [
    ...counted,
    ...uncounted.map(({ id, slug, name, parent }) => ({ id, slug, name, parent, count: 0 })),
  ]
  if (nodes.length === 0) return undefined
  const { messages } = visit.locale
  const ids = new Set(nodes.map(({ id }) => id))
  // Where the one above is not among them, a category stands at the top.
  const children = Map.groupBy(
    nodes.toSorted((one, other) => compareTexts(visit.locale, one.name, other.name)),
    ({ parent }) => (ids.has(parent) ? parent : 0),
  )
  const marked = new Set(chosen.map(({ id }) => id))
  const colours = await coloursOf(visit)
  return html`<fieldset
    ${nodes.length > searchable ? sanitised('data-searchable') : undefined}
    ${html`data-label="${messages.searchCategories}"`}
  >
    <legend>${messages.category}</legend>
    <ul class="tree">
      ${(children.get(0) ?? []).map((node) => branch(visit, node, { children, marked, colours }))}
    </ul>
  </fieldset>`
}

/** How deep the tree is drawn: deeper ones stand with those above them. */
const deepest = 6

function branch(
  visit: Visit,
  node: Node,
  at: {
    readonly children: ReadonlyMap<number, readonly Node[]>
    readonly marked: ReadonlySet<number>
    readonly colours: Colours
    readonly depth?: number
  },
): Html {
  const { messages } = visit.locale
  const { children, marked, colours, depth = 1 } = at
  const colour = colours.get(node.id)
  const own = depth < deepest ? (children.get(node.id) ?? []) : []
  const isOpen = own.some((child) => holdsAny(child, children, marked))
  const box = checkbox(visit, {
    name: 'categories',
    value: node.slug,
    isChecked: marked.has(node.id),
    text: node.name,
    count: node.count,
    // Below the top only colours that are others.
    dot: depth > 1 && colour === colours.get(node.parent) ? undefined : colour,
  })
  if (own.length === 0) return html`<li>${box}</li>`
  return html`<li>
    ${box}
    <details ${isOpen || marked.has(node.id) ? sanitised('open') : undefined}>
      <summary><span class="hidden">${say(messages.kindsOf, { category: node.name })}</span></summary>
      <ul>
        ${own.map((child) => branch(visit, child, { children, marked, colours, depth: depth + 1 }))}
      </ul>
    </details>
  </li>`
}

function holdsAny(
  node: Node,
  children: ReadonlyMap<number, readonly Node[]>,
  marked: ReadonlySet<number>,
  depth = 1,
): boolean {
  if (marked.has(node.id)) return true
  if (depth > deepest) return false
  return (children.get(node.id) ?? []).some((child) => holdsAny(child, children, marked, depth + 1))
}

function checkbox(
  { locale }: Visit,
  box: {
    name: FilterName
    value: string
    isChecked: boolean
    text: string
    count: number | undefined
    dot?: number | undefined
  },
): Html {
  const { name, value, isChecked, text, count, dot } = box
  const state = isChecked ? sanitised('checked') : undefined
  const sign = dot === undefined ? undefined : html`<i class="dot c-${dot}"></i>`
  const number = count === undefined ? undefined : html` <i class="count">${numberText(locale, count)}</i>`
  // There may be hundreds of them: not a byte more than it takes.
  return html`<label class="check"
    ><input
      type="checkbox"
      name="${name}"
      value="${value}"
      ${state}
    />${sign}<bdi>${text}</bdi>${number}</label
  >`
}

function showOnly(visit: Visit, { params }: CalendarQuery, counts: Facets): Content {
  const { messages } = visit.locale
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
  return boxes.length === 0
    ? undefined
    : html`<fieldset>
        <legend>${messages.showOnly}</legend>
        <div>${boxes}</div>
      </fieldset>`
}

/** The menus of venues, organizers and tags. */
async function menus(visit: Visit, { pairs }: CalendarQuery, counts: Facets): Promise<Content> {
  const { messages } = visit.locale
  const { venues = [], organizers = [], tags = [] } = counts
  const all = [
    await menu(visit, {
      name: 'venue',
      label: messages.venue,
      chosen: valuesOf(pairs, 'venue'),
      options: venues.map(({ id, venue, count }) => ({
        value: String(id),
        text: plainTextOfHtml(venue),
        count,
      })),
      textOf: (value) => titleOf(visit, venueKind, value),
    }),
    await menu(visit, {
      name: 'organizer',
      label: messages.organizer,
      chosen: valuesOf(pairs, 'organizer'),
      options: organizers.map(({ id, organizer, count }) => ({
        value: String(id),
        text: plainTextOfHtml(organizer),
        count,
      })),
      textOf: (value) => titleOf(visit, organizerKind, value),
    }),
    await menu(visit, {
      name: 'tags',
      label: messages.tag,
      chosen: valuesOf(pairs, 'tags'),
      options: tags.map(({ slug, name, count }) => ({ value: slug, text: plainTextOfHtml(name), count })),
      textOf: async (value) => (await termsNamed(visit, tagKind, value))[0]?.name,
    }),
  ].filter((one) => one !== undefined)
  return all.length === 0
    ? undefined
    : html`<fieldset>
        <legend>${messages.more}</legend>
        ${all}
      </fieldset>`
}

interface Option {
  readonly value: string
  readonly text: string
  readonly count: number
}

/** A menu of the choices with the most events, by name. What the address names is chosen and kept, also where it is not among them. */
async function menu(
  { locale }: Visit,
  from: {
    readonly name: FilterName
    readonly label: string
    readonly chosen: readonly string[]
    readonly options: readonly Option[]
    readonly textOf: (value: string) => Promise<string | undefined>
  },
): Promise<Content> {
  const { name, label, chosen, options, textOf } = from
  const value = chosen.join(',')
  if (options.length === 0 && value === '') return undefined
  const offered = options.toSorted((one, other) => compareTexts(locale, one.text, other.text))
  const isOffered = offered.some((option) => option.value === value)
  const texts = await Promise.all(chosen.map(async (one) => (await textOf(one)) ?? one))
  const kept = value === '' || isOffered ? [] : [{ value, text: texts.join(', '), count: undefined }]
  return html`<label class="field"
    >${label}<select name="${name}">
      <option value="">${locale.messages.all}</option>
      ${[...offered, ...kept].map(
        (option) =>
          html`<option value="${option.value}" ${option.value === value ? sanitised('selected') : undefined}>
            ${option.text}${option.count === undefined ? undefined : ` (${numberText(locale, option.count)})`}
          </option>`,
      )}
    </select></label
  >`
}
