import type { Facets } from '../../records/facets/facets.query.ts'
import { categoryKind } from '../../records/terms/terms.kind.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { type CalendarQuery, type FilterName, valuesOf } from './calendar.query.ts'
import { type Colours, coloursOf } from './colours.ts'
import { termsNamed } from './filters.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { compareTexts, numberText } from '../../pure/locale/locale.ts'
import type { Visit } from './visit.ts'
import { ownText, sayOfTexts } from './ownText.ts'

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

/**
 * The categories as a tree, with their counts. With `allAt` a large one has only its first level and what is chosen: the rest is at that
 * address.
 */
export async function categoryTree(
  visit: Visit,
  { pairs }: CalendarQuery,
  { categories = [], allAt }: Pick<Facets, 'categories'> & { readonly allAt: string | undefined },
): Promise<{ html: Content; isPartial: boolean }> {
  const chosen = (
    await Promise.all(valuesOf(pairs, 'categories').map((value) => termsNamed(visit, categoryKind, value)))
  ).flat()
  const counted = categories.map((one) => ({ ...one, name: plainTextOfHtml(one.name) }))
  const uncounted = chosen.filter(({ id }) => !counted.some((one) => one.id === id))
  const nodes: Node[] = [
    ...counted,
    ...uncounted.map(({ id, slug, name, parent }) => ({ id, slug, name, parent, count: 0 })),
  ]
  if (nodes.length === 0) return { html: undefined, isPartial: false }
  const { messages } = visit.locale
  const ids = new Set(nodes.map(({ id }) => id))
  // Where the one above is not among them, a category stands at the top.
  const children = Map.groupBy(
    nodes.toSorted((one, other) => compareTexts(visit.locale, one.name, other.name)),
    ({ parent }) => (ids.has(parent) ? parent : 0),
  )
  const marked = new Set(chosen.map(({ id }) => id))
  const colours = await coloursOf(visit)
  const isPartial = allAt !== undefined && nodes.length > searchable
  const at = { children, marked, colours, allAt: isPartial ? allAt : undefined }
  const drawn = html`<fieldset
    ${nodes.length > searchable ? sanitised('data-searchable') : undefined}
    ${html`data-label="${messages.searchCategories}"`}
  >
    <legend>${messages.category}</legend>
    <ul class="tree">
      ${(children.get(0) ?? []).map((node) => branch(visit, node, at))}
    </ul>
  </fieldset>`
  return { html: drawn, isPartial }
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
    /** Where branches lead that are not drawn; undefined: all are. */
    readonly allAt: string | undefined
    readonly depth?: number
  },
): Html {
  const { messages } = visit.locale
  const { children, marked, colours, allAt, depth = 1 } = at
  const colour = colours.get(node.id)
  const own = depth < deepest ? (children.get(node.id) ?? []) : []
  const isOpen = marked.has(node.id) || own.some((child) => holdsAny(child, children, marked))
  const box = checkbox(visit, {
    name: 'categories',
    value: node.slug,
    isChecked: marked.has(node.id),
    text: node.name,
    isOwn: true,
    count: node.count,
    // Below the top only colours that are others.
    dot: depth > 1 && colour === colours.get(node.parent) ? undefined : colour,
  })
  if (own.length === 0) return html`<li>${box}</li>`
  const kinds = html`<span class="hidden"
    >${sayOfTexts(visit, messages.kindsOf, { category: node.name })}</span
  >`
  if (allAt !== undefined && !isOpen)
    return html`<li>
      ${box}<a class="into" href="${allAt}#k-${node.id}" rel="nofollow" data-into>${kinds}</a>
    </li>`
  return html`<li>
    ${box}
    <details ${isOpen ? sanitised('open') : undefined}>
      <summary>${kinds}</summary>
      <ul id="k-${node.id}">
        ${own.map((child) => branch(visit, child, { ...at, depth: depth + 1 }))}
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

/** A box of the form, with its count where that is known; `dot`: the colour of its kind. */
export function checkbox(
  visit: Visit,
  box: {
    name: FilterName
    value: string
    isChecked: boolean
    text: string
    /** Whether the text is one of the calendar. */
    isOwn?: boolean
    count: number | undefined
    dot?: number | undefined
  },
): Html {
  const { name, value, isChecked, text, isOwn, count, dot } = box
  const { locale } = visit
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
    />${sign}${isOwn ? ownText(visit, text) : html`<bdi>${text}</bdi>`}${number}</label
  >`
}
