import { parseDateExpression, resolveDateExpression } from '../../../pure/calendar/dateExpression.ts'
import { findZone, type Zone } from '../../../pure/calendar/zone.ts'
import type { ImportedEvent } from '../imports.record.ts'

/**
 * A record of a table of ours, with what means the same as now in the form that it has now: seconds that a spreadsheet has dropped, and
 * the address of an image by another name of the site. An end that nobody has touched moves along with a start that would be
 * after it.
 */
export function alike(
  record: ImportedEvent,
  now: ImportedEvent,
  { siteZone, now: instant }: { siteZone: Zone; now: Temporal.Instant },
): ImportedEvent {
  const fields: Record<string, unknown> = { ...record.fields }
  for (const name of ['start_date', 'end_date'] as const)
    if (isSameMinute(fields[name], now.fields[name])) fields[name] = now.fields[name]
  const lost = [...(record.lost ?? [])]
  const zone = (typeof fields['timezone'] === 'string' ? findZone(fields['timezone']) : undefined) ?? siteZone
  const moved = movedEnd(fields, now.fields, { zone, instant })
  if (moved !== undefined) {
    fields['end_date'] = moved
    lost.push(`end_date: it was before the new start, and moved along with it to ${moved}`)
  }
  const image = fileOf(record.image) === fileOf(now.image) ? now.image : record.image
  return { ...record, fields, lost, ...(image === undefined ? {} : { image }) }
}

/** Whether two moments, as they are written, are in the same minute, and nothing is said of the seconds of the first. */
function isSameMinute(one: unknown, other: unknown): boolean {
  const [left, right] = [minuteOf(one), minuteOf(other)]
  return (
    left !== undefined &&
    right !== undefined &&
    left.minute === right.minute &&
    left.zone === right.zone &&
    left.second === '00'
  )
}

function minuteOf(written: unknown) {
  const [, minute, second, zone] = /^(\d{4}-\d\d-\d\d \d\d:\d\d):(\d\d)(.*)$/.exec(String(written)) ?? []
  return minute === undefined ? undefined : { minute, second, zone }
}

/** The end as far behind the new start as it was behind the old one, where it was not touched and would be before it. */
function movedEnd(
  fields: ImportedEvent['fields'],
  now: ImportedEvent['fields'],
  { zone, instant }: { zone: Zone; instant: Temporal.Instant },
): string | undefined {
  if (fields['start_date'] === now['start_date'] || fields['end_date'] !== now['end_date']) return undefined
  if (fields['all_day'] !== now['all_day']) return undefined
  const wall = (written: unknown) => {
    const moment = typeof written === 'string' ? parseDateExpression(written) : undefined
    return moment && resolveDateExpression(moment, zone, instant)?.wall
  }
  const [start, end, before] = [wall(fields['start_date']), wall(fields['end_date']), wall(now['start_date'])]
  if (!start || !end || !before || Temporal.PlainDateTime.compare(end, start) >= 0) return undefined
  const moved = start.add(before.until(end))
  return fields['all_day'] === true
    ? String(moved.toPlainDate())
    : moved.toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** The name of a file, whatever the address before it. */
function fileOf(address: string | null | undefined): string | undefined {
  return typeof address === 'string' ? (URL.parse(address)?.pathname.split('/').at(-1) ?? address) : undefined
}
