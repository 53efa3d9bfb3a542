import { plainTextOfHtml } from '../../pure/text/plain.ts'
import type { Planned } from './imports.planned.ts'
import type { Coming } from './imports.report.ts'

/** How many a report has: nobody reads more. */
const most = 200

/** How much of a title is told, in characters. */
const longest = 300

/** Adds the events that would be made to the list of a dry run, in the order of their source. */
export function addComing(coming: Coming[], write: readonly Planned[]): void {
  for (const { record, id, values, times } of write) {
    if (coming.length >= most) return
    if (record.kind !== 'event' || id !== undefined || !times) continue
    const { key, at } = record
    const { title: said } = values
    const title = typeof said === 'string' ? plainTextOfHtml(said).slice(0, longest) : ''
    const { start_wall: start_date, all_day } = times
    coming.push({ key, ...(at === undefined ? {} : { at }), title, start_date, all_day: all_day === 1 })
  }
}
