import { fold } from '../../../pure/text/fold.ts'
import { quote } from '../../../pure/params/parameter.ts'
import type { EventStatus } from '../../../pure/params/words.ts'
import { happeningNamed, leastPublic, type Status, statusNamed } from '../imports.status.ts'
import { type Cells, readYes } from './csv.times.ts'

/**
 * The status of the event of a row: the least public one that any of its columns says, or else what is said of the table. What is
 * not understood may mean that it is not public, so that the event becomes a draft, and that is told.
 */
export function readStatus(
  cells: Cells,
  otherwise: Status = 'publish',
): {
  status: Status | 'future'
  happens: EventStatus
  lost: readonly string[]
} {
  const lost: string[] = []
  let happens: EventStatus = 'scheduled'
  const said: Status[] = []
  const unknown = (field: string, text: string) => {
    lost.push(`${field} is ${quote(text)}, which is not understood: the event is a draft`)
    said.push('draft')
  }
  for (const field of ['status', 'sensitivity', 'event_status'] as const) {
    const text = cells(field)
    const status = statusNamed(text)
    const happening = happeningNamed(text)
    if (fold(text) === 'future') continue
    if (happening) happens = happening
    else if (status) said.push(status)
    else if (text !== '') unknown(field, text)
  }
  const flags = [
    ['private', true, 'private'],
    ['public', false, 'draft'],
    ['draft', true, 'draft'],
    ['cancelled', true, 'canceled'],
  ] as const
  for (const [field, meant, status] of flags) {
    const text = cells(field)
    const answer = text === '' ? undefined : readYes(text)
    if (answer === meant && status === 'canceled') happens = status
    else if (answer === meant && status !== 'canceled') said.push(status)
    else if (answer !== undefined && field === 'public') said.push('publish')
    else if (text !== '' && answer === undefined) unknown(field, text)
  }
  const isFuture = fold(cells('status')) === 'future'
  return { status: isFuture ? 'future' : said.length > 0 ? leastPublic(said) : otherwise, happens, lost }
}
