import { type DateExpression, resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { epochSeconds, wallTextAt } from '../../pure/calendar/text.ts'
import { endOfDate } from '../../pure/calendar/day.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { SentQuestion, SentRegistration } from './registration.params.ts'
import {
  blankRegistration,
  type Question,
  type Registration,
  registrationOf,
  spanOf,
} from './registration.row.ts'

/** What a registration is read against: the times that the event gets, and what is stored. */
export interface Settling {
  readonly event: Pick<EventRow, 'timezone' | 'starts_at'>
  readonly stored?: Pick<EventRow, 'registration' | 'timezone' | 'starts_at'> | undefined
  readonly siteZone: Zone
  readonly now: Temporal.Instant
}

/** What was sent, applied to what is stored, as it is stored; or what is wrong with it, as the end of a sentence. */
export function settleRegistration(
  sent: SentRegistration | null,
  settling: Settling,
): { readonly column: string } | { readonly fault: string } {
  if (sent === null) return { column: '' }
  const before = (settling.stored && registrationOf(settling.stored)) ?? blankRegistration
  const { opens: _opens, closes: _closes, questions, url, ...plain } = sent
  const mode = plain.mode ?? before.mode
  const ownUrl = mode === 'external' ? (url ?? before.url) : ''
  if (mode === 'external' && ownUrl === '') return { fault: '[url] is missing: one registers there' }
  if (mode !== 'external' && url) return { fault: '[url] goes with the mode external alone' }
  const opens = edgeOf('opens', sent, before, settling)
  const closes = edgeOf('closes', sent, before, settling)
  if ('fault' in opens) return opens
  if ('fault' in closes) return closes
  const asked = questions ? keyed(questions, before) : {}
  // In the order of what was before, so that what was said again is no change.
  const settled = { ...before, ...plain, mode, url: ownUrl, ...opens.columns, ...closes.columns, ...asked }
  const span = spanOf(settled, settling.event.starts_at)
  if (span.opens !== null && span.closes !== null && span.closes <= span.opens)
    return { fault: '[closes] must be after it opens' }
  return { column: JSON.stringify(settled) }
}

/** Why a series cannot have what is stored, as the end of a sentence: its dates have no moment in common; undefined: it can. */
export function faultOfSeries(event: Pick<EventRow, 'registration'>): string | undefined {
  const { opens = null, closes = null } = registrationOf(event) ?? {}
  if (opens === null && closes === null) return undefined
  const name = opens === null ? 'closes' : 'opens'
  return `[${name}] must be left out for a series: ${name}_before says how long before each date`
}

type Edge = 'opens' | 'closes'
type EdgeColumns = Partial<Pick<Registration, Edge | `${Edge}_before`>>

/**
 * A moment, or minutes before the start: whichever was sent anew. What reads as the record shows it changes nothing (D49), even where
 * the event moves in the same write.
 */
function edgeOf(
  name: Edge,
  sent: SentRegistration,
  before: Registration,
  settling: Settling,
): { readonly columns: EdgeColumns } | { readonly fault: string } {
  const minutes = `${name}_before` as const
  const isOtherMinutes = sent[minutes] !== undefined && sent[minutes] !== before[minutes]
  const moment = momentOf(name, sent[name], before, settling)
  if (moment === 'none') return { fault: `[${name}] ${noSuchDay}` }
  if (moment !== undefined && moment !== null && isOtherMinutes && sent[minutes] !== null)
    return { fault: `[${name}] must be left out with ${minutes}: either says when` }
  if (moment !== undefined && moment !== null) return { columns: { [name]: moment, [minutes]: null } }
  if (isOtherMinutes)
    return { columns: { [minutes]: sent[minutes], ...(sent[minutes] === null ? {} : { [name]: null }) } }
  if (moment === null)
    return { columns: { [name]: null, ...((sent[minutes] ?? null) === null ? { [minutes]: null } : {}) } }
  return { columns: {} }
}

/** undefined: nothing was sent, or what the record shows. */
function momentOf(
  name: Edge,
  sent: DateExpression | null | undefined,
  before: Registration,
  { event, stored, siteZone, now }: Settling,
): number | null | undefined | 'none' {
  if (sent === undefined) return undefined
  const shown = stored ? spanOf(before, stored.starts_at)[name] : null
  if (sent === null) return shown === null ? undefined : null
  const zone = findZone(event.timezone) ?? siteZone
  const found = resolveDateExpression(sent, zone, now)
  if (!found) return 'none'
  const at = name === 'closes' && found.dateOnly ? endOfDate(found.day, zone) : epochSeconds(found.instant)
  if (shown === null) return at
  const shownZone = findZone(stored?.timezone ?? '') ?? siteZone
  return at === shown || wallTextAt(at, zone) === wallTextAt(shown, shownZone) ? undefined : at
}

/** Each question with its key; a key that was made once is not made again. */
function keyed(
  questions: readonly SentQuestion[],
  before: Registration,
): Pick<Registration, 'questions' | 'keys_made'> {
  const known = new Set([...before.questions, ...questions].flatMap(({ key }) => key ?? []))
  let made = before.keys_made
  const next = () => {
    do made += 1
    while (known.has(`q${made}`))
    return `q${made}`
  }
  const all = questions.map(({ key = next(), label, type, options, required }): Question => ({
    key,
    label,
    type,
    options,
    required,
  }))
  return { questions: all, keys_made: made }
}
