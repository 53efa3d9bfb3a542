import type { Context } from '../../http/context.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { canonicalFilter } from '../events/events.filter.text.ts'
import { digestFilterFault } from './letters.filter.ts'
import type { Subscribe } from './letters.params.ts'
import { publicListNamed } from './letters.query.ts'
import { targetFault, tellableEvent } from './letters.target.query.ts'
import type { Rhythm } from './letters.types.ts'
import type { Wanted } from './letters.wanted.ts'

/** What of a request says what is wanted. */
export type Sent = Omit<Subscribe, 'email' | 'language'>

/** What is asked for, in its one form. Throws 400 with each fault by its name. */
export async function readWanted(context: Context, sent: Sent, now: Temporal.Instant): Promise<Wanted> {
  if (sent.kind === 'digest') {
    const rhythm = readRhythm(sent)
    const fault = await digestFilterFault(context, sent.filter ?? '', now)
    if (fault !== undefined) throw invalidParams({ filter: fault })
    return { kind: 'digest', filter: canonicalFilter(sent.filter ?? ''), ...rhythm }
  }
  const { read } = context.db
  if (sent.kind === 'list') {
    const list = sent.list === undefined ? undefined : await publicListNamed(read, sent.list)
    if (!list) throw invalidParams({ list: 'must be a public list of letters' })
    return { kind: 'list', target: list.id }
  }
  const event = await tellableEvent(read, sent.event ?? 0, epochSeconds(now))
  if (!event) throw invalidParams({ event: 'must be a public event that has not ended' })
  const { scope = 'this', remind = null, changes = false } = sent
  if (scope === 'series' && event.series_id === null)
    throw invalidParams({ scope: 'must be this: the event is no date of a series' })
  if (!changes && remind === null)
    throw invalidParams({ changes: 'must be true, or remind must say how long before' })
  const wanted: Wanted =
    scope === 'series'
      ? { kind: 'series', target: event.series_id ?? 0, remind, changes }
      : { kind: 'event', target: event.id, remind, changes }
  const fault = await targetFault(read, wanted, epochSeconds(now))
  if (fault) throw invalidParams(fault)
  return wanted
}

/** When a digest comes, and of which days, with what is said nowhere. Throws 400 for what does not go together. */
export function readRhythm({
  frequency = 'weekly',
  weekday,
  day,
  at = '10:00',
  covers = 'period',
}: Pick<Subscribe, keyof Rhythm>): Rhythm {
  const isWeekly = frequency === 'weekly'
  const faults = {
    ...(weekday !== undefined && !isWeekly ? { weekday: 'goes with the frequency weekly alone' } : {}),
    ...(day !== undefined && frequency !== 'monthly' ? { day: 'goes with the frequency monthly alone' } : {}),
    ...(covers === 'weekend' && !isWeekly
      ? { covers: 'must be period: a weekend goes with the frequency weekly alone' }
      : {}),
  }
  if (Object.keys(faults).length > 0) throw invalidParams(faults)
  return {
    frequency,
    weekday: isWeekly ? (weekday ?? 5) : null,
    day: frequency === 'monthly' ? (day ?? 1) : null,
    at,
    covers,
  }
}
