import { listFaults } from '../../records/events/events.faults.ts'
import { decode } from '../../http/decodedParameters.ts'
import { ownMisread, withFields } from './calendar.own.ts'
import { daysAsked, isSeveral, type PageParams, pageParams, placeNames } from './calendar.params.ts'
import type { Visit } from './visit.ts'

/** A parameter of an address that was not understood, with as much of its value. */
export interface Misread {
  readonly name: string
  readonly value: string
}

type Sent = Readonly<Record<string, string>>

/** What is sent without what is not understood; of several values of a filter those stay that are. Days the wrong way round are swapped. */
export async function understood(
  visit: Visit,
  all: Sent,
): Promise<{ sent: Sent; misread: readonly Misread[] }> {
  const wrong = await wrongIn(visit, all)
  if (wrong.size === 0) return { sent: inOrderOfDays(visit, all), misread: [] }
  const misread: Misread[] = []
  const sent: Record<string, string> = {}
  for (const [name, value] of Object.entries(all)) {
    const isBad = wrong.has(name)
    const members = isBad && isSeveral(name) ? value.split(',').slice(0, mostMembers) : []
    const tried = await Promise.all(
      members.map(async (one) => ({ one, isGood: (await wrongIn(visit, { [name]: one })).size === 0 })),
    )
    const good = isBad ? tried.flatMap(({ one, isGood }) => (isGood ? [one] : [])).join(',') : value
    const bad =
      members.length > 0 ? tried.flatMap(({ one, isGood }) => (isGood ? [] : [one])).join(', ') : value
    if (good !== '') sent[name] = good
    if (isBad && name !== 'page') misread.push({ name, value: bad })
  }
  // What belongs to a place that was not understood goes with it: a latitude, or a distance.
  const lost = await wrongIn(visit, sent)
  const left = Object.fromEntries(Object.entries(sent).filter(([name]) => !lost.has(name)))
  return { sent: inOrderOfDays(visit, left), misread }
}

/** Of more values of one filter none is kept where one is not understood. */
const mostMembers = 20

/** The names of what is sent and not understood; where what is wrong is that something lacks, all that says where is. */
async function wrongIn(visit: Visit, sent: Sent): Promise<ReadonlySet<string>> {
  const decoded = decode(pageParams, withFields(sent))
  const { caller, now, context } = visit
  const asked = decoded.values as PageParams
  const { when: _when, from: _from, until: _until, ...params } = asked
  const faults = {
    ...daysAsked(asked, visit).faults,
    ...(await listFaults(context, { params, given: decoded.given, caller, now })),
  }
  const names = [...decoded.faults.keys(), ...Object.keys(faults)].filter((name) => name !== 'fields')
  return new Set([
    ...names.flatMap((name) => (name in sent ? [name] : placeNames)),
    ...ownMisread(visit, sent),
  ])
}

/** The same, with the first day before the last. */
function inOrderOfDays(visit: Visit, sent: Sent): Sent {
  const { from, until } = daysAsked(decode(pageParams, withFields(sent)).values, visit).days
  const isBackwards =
    'from' in sent && 'until' in sent && until !== undefined && Temporal.PlainDate.compare(from, until) > 0
  return isBackwards ? { ...sent, from: sent['until'] ?? '', until: sent['from'] ?? '' } : sent
}
