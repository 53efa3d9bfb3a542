import {
  type QuestionType,
  type RegistrationMode,
  type RegistrationState,
  standingAt,
} from '../../pure/params/guests.ts'
import { isHeld } from '../../pure/params/words.ts'
import { soundly } from '../../pure/text/stored.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { EventRow } from '../rows/event.row.ts'

/** What is asked of who registers. */
export interface Question {
  /** By which its answers are kept; none is used twice. */
  readonly key: string
  readonly label: string
  readonly type: QuestionType
  /** Of `choice` and `choices` alone. */
  readonly options: string[]
  readonly required: boolean
}

/** What an event says about who may come, as it is stored. */
export interface Registration {
  readonly mode: RegistrationMode
  /** Where one registers, of `external` alone; else empty. */
  readonly url: string
  /** null: no limit. */
  readonly capacity: number | null
  readonly waiting_list: boolean
  readonly party_max: number
  readonly opens: EpochSeconds | null
  readonly closes: EpochSeconds | null
  /** In minutes before the start, in the place of a moment. */
  readonly opens_before: number | null
  readonly closes_before: number | null
  /** How long an offer stands, in hours. */
  readonly offer_hours: number
  readonly questions: readonly Question[]
  /** How many keys were made for questions. */
  readonly keys_made: number
  readonly consent: string
  readonly note: string
  readonly reply_to: string
  readonly reminder: boolean
}

/** What is meant where nothing is said. */
export const blankRegistration: Registration = {
  mode: 'open',
  url: '',
  capacity: null,
  waiting_list: true,
  party_max: 1,
  opens: null,
  closes: null,
  opens_before: null,
  closes_before: null,
  offer_hours: 24,
  questions: [],
  keys_made: 0,
  consent: '',
  note: '',
  reply_to: '',
  reminder: true,
}

/** What the event says about who may come; undefined where it says nothing. */
export function registrationOf({
  registration: stored,
}: Pick<EventRow, 'registration'>): Registration | undefined {
  if (stored === '') return undefined
  return soundly('registration', stored, () => {
    const read = JSON.parse(stored) as Partial<Registration> | null
    if (read === null || typeof read !== 'object') throw new TypeError('It is not what it should be.')
    return { ...blankRegistration, ...read }
  })
}

/** A word of the house to who comes; empty for none. */
export function noteOf(event: Pick<EventRow, 'registration'>): string {
  return registrationOf(event)?.note ?? ''
}

/** Up to so many places are told by their number: a rush changes a record as often as that, and not with each guest. */
const mostTold = 10

/**
 * What records show of the places that are left, as a number: 0: more than are told, or no limit; else one more than are left.
 */
export function shownOf({
  registration,
  registration_taken: taken,
}: Pick<EventRow, 'registration' | 'registration_taken'>): number {
  const { mode, capacity } = registrationOf({ registration }) ?? blankRegistration
  if (mode === 'external' || capacity === null) return 0
  const left = Math.max(0, capacity - taken)
  return left > mostTold ? 0 : left + 1
}

/** How many places are left, where records tell it; null: more than are told. */
export function remainingOf({ registration_shown: shown }: Pick<EventRow, 'registration_shown'>) {
  return shown === 0 ? null : shown - 1
}

/** What the state of a registration depends on. */
export type Registered = Pick<
  EventRow,
  'status' | 'event_status' | 'starts_at' | 'registration' | 'registration_shown'
>

/** When one can register from on, and up to when; null: at once. */
export function spanOf({ opens, closes, opens_before, closes_before }: Registration, starts_at: number) {
  const before = (minutes: number | null) => (minutes === null ? null : starts_at - minutes * 60)
  return { opens: opens ?? before(opens_before), closes: closes ?? before(closes_before) }
}

/** From when on nobody registers any more: at the latest when the event begins. */
export function closesAt(registration: Registration, { starts_at }: Pick<EventRow, 'starts_at'>): number {
  return Math.min(spanOf(registration, starts_at).closes ?? starts_at, starts_at)
}

/** How the registration of an event stands at a moment. */
export function stateOf(
  registration: Registration,
  event: Registered,
  now_s: EpochSeconds,
): RegistrationState {
  if (isHeld(event) || event.status !== 'publish') return 'closed'
  const { opens } = spanOf(registration, event.starts_at)
  const hasRoom = registration.mode === 'external' || remainingOf(event) !== 0
  const room = hasRoom ? 'some' : registration.waiting_list ? 'line' : 'none'
  return standingAt({ opens, closes: closesAt(registration, event), room }, now_s)
}

/** When that changes next by the clock alone, in epoch seconds; Infinity: never. */
export function stateHoldsUntil(event: Registered, now_s: EpochSeconds): number {
  const registration = registrationOf(event)
  if (!registration) return Infinity
  const turns = [spanOf(registration, event.starts_at).opens ?? -Infinity, closesAt(registration, event)]
  return Math.min(...turns.filter((turn) => turn > now_s), Infinity)
}

/** How many there are, for who may edit the event. */
export interface Counts {
  readonly waiting: number
  readonly requested: number
  readonly arrived: number
  readonly head_count: number | null
}

/** None of each. */
export const noCounts: Counts = { waiting: 0, requested: 0, arrived: 0, head_count: null }
