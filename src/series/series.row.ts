import type { Selectable } from 'kysely'
import { parseWall } from '../calendar/text.ts'
import { linesOf, readRecurrence, type Recurrence, settleRecurrence } from '../calendar/recurrence.ts'
import { findZone, type Zone } from '../calendar/zone.ts'
import type { SeriesTable } from '../schema/tables.ts'

/** A series as stored. */
export type SeriesRow = Selectable<SeriesTable>

/** When a series takes place. */
export interface Schedule {
  readonly zone: Zone
  readonly isAllDay: boolean
  /** The wall clock of its first date; midnight for whole days. */
  readonly start: Temporal.PlainDateTime
  /** From when on the rule is followed, if its first date is a later one: another rule may begin earlier again. */
  readonly from?: Temporal.PlainDateTime | undefined
  /** How long a date lasts by the wall clock, in seconds; of whole days in days. */
  readonly duration: number
  readonly recurrence: Recurrence
}

/** The columns of a series that say when it takes place. */
export type ScheduleColumns = Pick<
  SeriesRow,
  'timezone' | 'all_day' | 'start_wall' | 'duration' | 'recurrence'
>

/** When a stored series takes place. */
export function scheduleOf(
  row: ScheduleColumns & Partial<Pick<SeriesRow, 'rule_from'>>,
  siteZone: Zone,
): Schedule {
  const zone = findZone(row.timezone) ?? siteZone
  const isAllDay = row.all_day === 1
  const start = parseWall(row.start_wall)
  // Only this program writes it: always a list of lines that it has read before.
  const sent = readRecurrence(JSON.parse(row.recurrence) as string[])
  return {
    zone,
    isAllDay,
    start,
    from: row.rule_from ? parseWall(row.rule_from) : undefined,
    duration: row.duration,
    recurrence: settleRecurrence(sent, { wall: start, isAllDay, zone }),
  }
}

/** When a series takes place, as it is stored. */
export function scheduleColumns({ zone, isAllDay, start, duration, recurrence }: Schedule): ScheduleColumns {
  return {
    timezone: zone.name,
    all_day: isAllDay ? 1 : 0,
    start_wall: textOf(start),
    duration,
    recurrence: JSON.stringify(linesOf(recurrence, { isAllDay, zone })),
  }
}

/** The column that says from when on the rule is followed. */
export function fromColumn({ from }: Pick<Schedule, 'from'>): Pick<SeriesRow, 'rule_from'> {
  return { rule_from: from ? textOf(from) : null }
}

function textOf(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
}
