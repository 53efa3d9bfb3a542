import { datable, wallTextAt } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import { attendanceModes, eventStatuses, onlineUrlAudiences } from '../../pure/params/words.ts'
import { soundly } from '../../pure/text/stored.ts'
import type { EventRow } from '../rows/event.row.ts'

type Shown = Pick<
  EventRow,
  'start_wall' | 'end_wall' | 'starts_at' | 'ends_at' | 'timezone' | 'event_status'
> &
  Partial<Pick<EventRow, 'all_day' | 'series_id' | 'series_key' | 'attendance_mode' | 'online_url_shown'>>

/**
 * The row of an event as readers take it (D67): what only others than this program can have stored is as usual, and a wall clock that is
 * none is that of its instant. Nearly every row is answered as it is.
 */
export function soundRow<Row extends Shown>(row: Row): Row {
  const wrong = faultsOf(row)
  if (wrong === undefined) return row
  soundly(wrong.join(', '), wrong.map((name) => String(row[name])).join(', '), () => {
    throw new TypeError('It is not what it should be.')
  })
  const zone = findZone(row.timezone) ?? utc
  const start_wall = isWall(row.start_wall) ? row.start_wall : wallTextAt(row.starts_at, zone)
  const end_wall = isWall(row.end_wall) ? row.end_wall : wallTextAt(row.ends_at, zone)
  const usual: Partial<EventRow> = {
    start_wall,
    end_wall,
    starts_at: datable(row.starts_at),
    ends_at: datable(row.ends_at),
    event_status: 'scheduled',
    series_key: row.all_day === 1 ? start_wall.slice(0, 10) : start_wall,
    attendance_mode: 'in_person',
    // What is not known to be for everybody is not.
    online_url_shown: 'attendees',
  }
  return { ...row, ...Object.fromEntries(wrong.map((name) => [name, usual[name]])) }
}

const utc = findZone('UTC') as Zone

type Checked =
  | 'starts_at'
  | 'ends_at'
  | 'start_wall'
  | 'end_wall'
  | 'event_status'
  | 'series_key'
  | 'attendance_mode'
  | 'online_url_shown'

/** The columns that are not what they should be; undefined for none. */
function faultsOf(row: Shown): readonly Checked[] | undefined {
  const { series_id: series, series_key: key, attendance_mode: mode, online_url_shown: audience } = row
  let wrong: Checked[] | undefined
  const note = (name: Checked) => (wrong ??= []).push(name)
  if (datable(row.starts_at) !== row.starts_at) note('starts_at')
  if (datable(row.ends_at) !== row.ends_at) note('ends_at')
  if (!isWall(row.start_wall)) note('start_wall')
  if (!isWall(row.end_wall)) note('end_wall')
  if (!eventStatuses.includes(row.event_status)) note('event_status')
  if (mode !== undefined && !attendanceModes.includes(mode)) note('attendance_mode')
  if (audience !== undefined && !onlineUrlAudiences.includes(audience)) note('online_url_shown')
  if (key !== undefined && typeof series === 'number' && !isKey(key)) note('series_key')
  return wrong
}

const wall = /^\d{4}-(?:0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

/** Whether it is a wall clock that there is. */
function isWall(text: string): boolean {
  const day = wall.exec(text)?.[1]
  if (day === undefined) return false
  // Each month has so many days.
  return day <= '28' || !Number.isNaN(Date.parse(`${text.slice(0, 10)}T00:00:00Z`))
}

function isKey(key: string | null): boolean {
  return key !== null && isWall(key.length === 10 ? `${key} 00:00:00` : key)
}
