import type { Room } from '../../pure/params/guests.ts'
import { soundly } from '../../pure/text/stored.ts'

/** When one registers for an event, in epoch seconds: from then on, up to then. */
export interface RegistrationTimes {
  readonly opens: number | null
  readonly closes: number | null
}

/** Those of the events that say any, by id: all others open at once, and close as they begin. */
export type TimesById = ReadonlyMap<number, RegistrationTimes>

/** What there is for who registers, by the number that the index holds; 0: nobody registers. Others register elsewhere, where there is room. */
const rooms: readonly (Room | undefined)[] = [undefined, 'some', 'line', 'none']

/** Is added to it where there are times. */
const timed = 4

/** What is read of an event: what records show of the places that are left, and what it says. */
export const registrationSql = `case when events.registration <> '' then cast(events.registration_shown as text) || ' ' || events.registration end`

/** What is read here of what an event says about who may come (see `registration.row.ts` of its room). */
interface Said {
  readonly mode?: string
  readonly waiting_list?: boolean
  readonly opens?: number | null
  readonly closes?: number | null
  readonly opens_before?: number | null
  readonly closes_before?: number | null
}

const saidIn = (stored: string) =>
  soundly('registration', stored, (): Said => {
    const read = JSON.parse(stored) as Said | null
    if (read === null || typeof read !== 'object') throw new TypeError('It is not what it should be.')
    return read
  })

/** The number of a registration: what there is for who registers, and whether there are times. */
export function registrationCode(read: string | null): number {
  if (read === null) return 0
  const [shown = ''] = read.split(' ', 1)
  const said = saidIn(read.slice(shown.length + 1))
  if (!said) return 0
  const { mode, waiting_list = true, opens, closes, opens_before, closes_before } = said
  const room = mode === 'external' || shown !== '1' ? 'some' : waiting_list ? 'line' : 'none'
  const hasTimes = [opens, closes, opens_before, closes_before].some((time) => (time ?? null) !== null)
  return rooms.indexOf(room) + (hasTimes ? timed : 0)
}

/** The times that an event says which begins then. */
export function timesIn(stored: string, starts_at: number): RegistrationTimes {
  const { opens, closes, opens_before, closes_before } = saidIn(stored) ?? {}
  const before = (minutes: number | null | undefined) =>
    (minutes ?? null) === null ? null : starts_at - (minutes ?? 0) * 60
  return { opens: opens ?? before(opens_before), closes: closes ?? before(closes_before) }
}

/** What there is for who registers by the number that is held; undefined where nobody registers. */
export function roomOf(code: number): Room | undefined {
  return rooms[code % timed]
}

/** Whether the event says times. */
export function isTimed(code: number): boolean {
  return code > timed
}

/** The times, with those that changed columns say. */
export function withTimes(times: TimesById, changed: TimesById): TimesById {
  return changed.size === 0 ? times : new Map([...times, ...changed])
}
