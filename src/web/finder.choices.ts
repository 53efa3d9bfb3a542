import Type from 'typebox'
import { type ListEvents, listEventsParams } from '../events/events.params.ts'
import { decode } from '../http/decode.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { findLinked, firstLinked } from '../linked/linked.query.ts'
import { mayRead } from '../auth/rights.ts'
import { wholeNumber } from '../params/numbers.ts'
import { plainTextOfHtml } from '../text/plain.ts'
import { renderTermName } from '../text/render.ts'
import type { TermKind } from '../terms/terms.kind.ts'
import { listTerms } from '../terms/terms.list.ts'
import { findAncestors, readTerms, resolveFilter, type TermRow } from '../terms/terms.query.ts'
import { titleText } from './card.ts'
import { todayOf } from './today.ts'
import type { Choice, Visit } from './visit.ts'

/** How many choices a menu has: as many as somebody finds one among, by typing its first letters. */
const longest = 200

/**
 * The categories or tags with the most events, by name, those above these, and those that the address names, in whichever form.
 */
export async function termChoices(
  visit: Visit,
  kind: TermKind,
  chosen: string | undefined,
): Promise<readonly Choice[]> {
  const choices = await visit.menus.find(`${kind.key} ${visit.locale.tag}`, async () => {
    const params = { per_page: longest, orderby: 'count', order: 'desc' }
    const { rows } = await listTerms(unclamped(visit), kind, params)
    // Few events may be in a category itself, and most of them below it.
    const above = await findAncestors(visit.context.db.read, rows)
    const others = [...above.keys()].filter((id) => !rows.some((row) => row.id === id))
    const all = [...rows, ...(await readTerms(visit.context.db.read, others))]
    return byText(
      visit,
      all.map((row) => [row.slug, termText(row)]),
    )
  })
  if (!chosen || choices.some(([value]) => value === chosen)) return choices
  // By declaration; faults have been reported, or there is nothing to resolve.
  const { [kind.key]: named = [] } = decode(termFilters, { [kind.key]: chosen }).values as ListEvents
  const { db } = visit.context
  const { ids, unknown } = await resolveFilter(named, db, kind.taxonomy)
  if (ids.length === 0 || unknown.length > 0) return choices
  const terms = await readTerms(db.read, ids)
  const others = terms.length === 1 ? choices.filter(([slug]) => slug !== terms[0]?.slug) : choices
  return byText(visit, [...others, [chosen, terms.map(termText).join(', ')]])
}

const termFilters = Type.Pick(listEventsParams, ['categories', 'tags'])

function termText({ name }: Pick<TermRow, 'name'>): string {
  return plainTextOfHtml(renderTermName(name))
}

/** Venues or organizers with upcoming events, by name, including the chosen one if this reader may see it. */
export async function linkedChoices(
  visit: Visit,
  kind: LinkedKind,
  chosen: string | undefined,
): Promise<readonly Choice[]> {
  const { caller, now } = visit
  const key = `${kind.name} ${caller.id} ${caller.role ?? ''} ${todayOf(visit).toString()}`
  const choices = await visit.menus.find(key, async () => {
    const params = { only_with_upcoming: true, orderby: 'title' as const }
    const rows = await firstLinked(visit.context, kind, { params, caller, now }, longest)
    return rows.map(({ id, title }) => [String(id), titleText(title)] as const)
  })
  if (chosen === undefined || choices.some(([value]) => value === chosen)) return choices
  // The address may contain anything.
  const row = await findLinked(visit.context.db.read, kind, wholeNumber(chosen) ?? nobody)
  return row && mayRead(caller, row) ? [...choices, [chosen, titleText(row.title)]] : choices
}

/** No record has this id. */
const nobody = 0

function byText({ locale }: Visit, choices: readonly Choice[]): readonly Choice[] {
  return choices.toSorted(([, one], [, other]) => one.localeCompare(other, locale.tag))
}

/** The context with the limit of menus in the place of PER_PAGE_MAX. */
function unclamped({ context }: Visit): Visit['context'] {
  return { ...context, perPageMax: longest }
}
