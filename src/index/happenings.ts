import { type AttendanceMode, attendanceModes, type EventStatus, eventStatuses } from '../params/happening.ts'

/** What happens to an event, and how it is attended. */
export interface Happening {
  readonly status: EventStatus
  readonly attendance: AttendanceMode
}

/** Everything that can happen to an event, by the number that the index holds for it. */
const happenings: readonly Happening[] = eventStatuses.flatMap((status) =>
  attendanceModes.map((attendance) => ({ status, attendance })),
)

/** The number of what happens to an event, in SQL. */
export const happeningSql = [
  numberSql('events.event_status', eventStatuses, attendanceModes.length),
  numberSql('events.attendance_mode', attendanceModes, 1),
].join(' + ')

function numberSql(column: string, words: readonly string[], factor: number): string {
  const cases = words.map((word, at) => `when '${word}' then ${at * factor}`)
  return `case ${column} ${cases.join(' ')} else 0 end`
}

/** For each number whether what happens is wanted, as 0 or 1. */
export function happeningsWanted(isWanted: (happening: Happening) => boolean): Uint8Array {
  return Uint8Array.from(happenings, (happening) => Number(isWanted(happening)))
}
