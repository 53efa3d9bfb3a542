import { quote } from '../../../pure/params/parameter.ts'
import { fold } from '../../../pure/text/fold.ts'
import { type RowCells, webAddress } from './csv.cells.ts'

/** Words for how people attend. */
const modes: Readonly<Record<string, readonly string[]>> = {
  in_person: ['', 'in_person', 'in person', 'offline', 'onsite', 'physical', 'venue'],
  online: ['online', 'virtual', 'remote', 'webinar', 'livestream'],
  mixed: ['mixed', 'hybrid', 'both'],
}

/** How the event of a row is attended and where online, and why it does not take place, as far as the table has columns for it. */
export function happeningFields({ cell, has }: RowCells): {
  fields: Readonly<Record<string, unknown>>
  lost: readonly string[]
} {
  const lost: string[] = []
  const fields: Record<string, unknown> = {}
  if (has('event_status_reason')) fields['event_status_reason'] = cell('event_status_reason') || null
  if (has('attendance_mode')) {
    const said = cell('attendance_mode')
    const mode = Object.keys(modes).find((name) => modes[name]?.includes(fold(said)))
    if (mode === undefined) lost.push(`attendance_mode is ${quote(said)}, which is not understood`)
    else fields['attendance_mode'] = mode
  }
  if (has('online_url')) {
    const said = cell('online_url')
    const url = webAddress(said)
    if (said !== '' && !url.startsWith('https:'))
      lost.push(`online_url is ${quote(said)}, which is no https address`)
    fields['online_url'] = url.startsWith('https:') ? url : null
  }
  return { fields, lost }
}
