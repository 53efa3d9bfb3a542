import type { Selectable } from 'kysely'
import { parseWall } from '../../pure/calendar/text.ts'
import {
  linesOf,
  readRecurrence,
  type Recurrence,
  type SentRecurrence,
  settleRecurrence,
} from '../../pure/calendar/recurrence.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { SeriesTable } from '../../storage/schema/tables.ts'
import { soundly } from '../../pure/text/stored.ts'

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

/** When a stored series takes place. Throws where what is stored says none, which only others than this program can have written. */
function scheduleOf(row: StoredSchedule, siteZone: Zone): Schedule {
  const zone = findZone(row.timezone) ?? siteZone
  const isAllDay = row.all_day === 1
  const start = parseWall(row.start_wall)
  const sent = readStored(JSON.parse(row.recurrence))
  return {
    zone,
    isAllDay,
    start,
    from: row.rule_from ? parseWall(row.rule_from) : undefined,
    duration: row.duration,
    recurrence: settleRecurrence(sent, { wall: start, isAllDay, zone }),
  }
}

type StoredSchedule = ScheduleColumns & Partial<Pick<SeriesRow, 'rule_from'>>

/**
 * When a stored series takes place; undefined where what is stored says none (D67): its dates are then shown as they are, and that is
 * told once. Who reads series asks this.
 */
export function scheduleIfSound(
  row: StoredSchedule & Partial<Pick<SeriesRow, 'id'>>,
  siteZone: Zone,
): Schedule | undefined {
  return soundly('recurrence', row.recurrence, () => scheduleOf(row, siteZone))
}

/** The lines of a recurrence as they are stored: as many as it takes. */
function readStored(lines: unknown): SentRecurrence {
  if (!Array.isArray(lines)) throw new TypeError('A recurrence is stored as a list of lines.')
  return readRecurrence(lines.map(String), 'stored')
}

/** Throws 400 for a schedule that has neither a rule nor dates of its own, before anything is written (D67). */
export function assertSound({ recurrence: { rule, added } }: Schedule): void {
  if (!rule && added.length === 0)
    throw invalidParams({ recurrence: 'must leave the series a rule or dates of its own' })
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
