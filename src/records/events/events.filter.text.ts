import { anonymous } from '../../http/auth/rights.ts'
import { listFaults } from './events.faults.ts'
import { filtersOf } from './events.filters.ts'
import { type ListEvents, listEventsParams } from './events.params.ts'
import { decode } from '../../http/decodedParameters.ts'
import { readForm, type Sent } from '../../http/sources.ts'
import { abridged } from '../../pure/params/parameter.ts'
import { isObject } from '../../pure/params/lists.ts'
import type { Context } from '../../http/context.ts'
import { nearest } from '../../pure/text/nearestWords.ts'

/** Parameters of lists that choose a page, its order, or how it is shown: a filter may have them, and they change nothing. */
const ofPages: ReadonlySet<string> = new Set(['page', 'per_page', 'orderby', 'order', 'collapse'])

/** Longer ago than any event: with a bound there are no dates by default, and so none at all. */
const longAgo = { kind: 'instant', seconds: -62_000_000_000 } as const

function sentIn(filter: string): Sent {
  return readForm(filter.replace(/^\?/, ''))
}

/** The names of the parameters that a filter has. */
export function namesIn(filter: string): readonly string[] {
  return Object.keys(sentIn(filter))
}

/** Parameters whose values are alternatives: in whichever order they stand, they mean the same. */
const alternatives: ReadonlySet<string> = new Set<keyof ListEvents>([
  'categories',
  'tags',
  'venue',
  'organizer',
  'event_status',
  'attendance_mode',
  'access',
  'time_of_day',
])

/** The filter in its one form: names and the members of lists in order, each once, without what is empty; values as they were sent. */
export function canonicalFilter(filter: string): string {
  const pairs = Object.entries(sentIn(filter)).flatMap(([name, value]) => pairsOf(name, value))
  const inOrder = pairs.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return new URLSearchParams(inOrder).toString().replaceAll('%2C', ',')
}

function pairsOf(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return pairsOf(name, value.map(String).join(','))
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one))
  const text = typeof value === 'string' ? value : ''
  if (!alternatives.has(name)) return text === '' ? [] : [[name, text]]
  const members = text.split(',').map((one) => one.trim())
  const kept = [...new Set(members)].filter((one) => one !== '').toSorted()
  return kept.length === 0 ? [] : [[name, kept.join(',')]]
}

/** The list parameters that narrow, as the filter has them. */
export function paramsOf(filter: string): Partial<ListEvents> {
  const { values } = decode(listEventsParams, sentIn(filter))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ofPages.has(name)))
}

/** What is wrong with a filter, as the end of the sentence “filter …”; undefined: nothing. */
export async function filterFault(
  context: Context,
  filter: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const sent = sentIn(filter)
  const known = Object.keys(listEventsParams.properties)
  const unknown = Object.keys(sent).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const meant = nearest(unknown, known)
    return `must be parameters of the list of events, such as categories=music&free=1, and “${unknown.slice(0, 60)}” is none${meant ? `: “${meant}” is` : ''}`
  }
  const { values, given, faults } = decode(listEventsParams, sent)
  // What was decoded by these parameters has their types.
  const params = values as Partial<ListEvents>
  if (params.password !== undefined) return 'must be without a password: what has one is not told'
  if (params.status?.some((status) => status !== 'publish'))
    return 'must be about what is published: nothing else is told'
  const found = await listFaults(context, { params, given, caller: anonymous, now })
  const told = [
    ...[...faults].map(([name, { message }]) => `${name} ${message}`),
    ...Object.entries(found).map(([name, says]) => `${name} ${says}`),
  ]
  return told.length > 0 ? `is not accepted: ${abridged(told, '; ')}` : undefined
}

/**
 * Those of the events that a filter keeps, as they are now, whether or not they are still public: of what stops being so it is told
 * whom it was for.
 */
export async function keptBy(
  context: Context,
  filter: string,
  { ids, now }: { readonly ids: readonly number[]; readonly now: Temporal.Instant },
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const params = { ends_after: longAgo, ...paramsOf(filter), only: ids, withHidden: true as const }
  const wanted = new Set(ids)
  return context.index.ask(async (snapshot) => {
    const { filters } = await filtersOf({ context, snapshot, params, reader: { caller: anonymous, now } })
    const { open: _open, ...rest } = filters
    const hits = await context.index.find(snapshot, { ...rest, sight: { reader: 0, sees: () => true } })
    const found = await context.index.idsOf(hits, { by: 'id' }, { offset: 0, limit: hits.total })
    return new Set(found).intersection(wanted)
  })
}
