import { anonymous } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { withLinks } from '../events/events.linked.ts'
import { findEventRow } from '../rows/event.query.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import type { Faults } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { readProposed } from './submissions.fields.ts'
import { type Proposal, ProposalFaults } from './submissions.proposal.ts'

/** What is not about any event is kept so long, in seconds. */
const reportFor_s = 150 * 86_400

/** The public event with the ID, that something may be proposed for. */
export async function eventAbout(
  { db: { read } }: Pick<Context, 'db'>,
  id: number | undefined,
): Promise<EventWithLinks | undefined> {
  const event = id === undefined ? undefined : await findEventRow(read, id)
  if (!event || event.status !== 'publish' || event.password_digest !== null) return undefined
  return (await withLinks(rowsIn(read), [event], anonymous))[0]
}

/** Reads what is proposed, and what it is about. Throws {@link ProposalFaults}, with `others` among them. */
export async function readProposal(
  context: Context,
  { kind, fields, note = '', event, file }: Proposal,
  now: Temporal.Instant,
  others: Faults,
) {
  const about = kind === 'new' ? undefined : await eventAbout(context, event)
  const faults: Record<string, string> = { ...others }
  if (kind !== 'new' && !about) faults['event'] = 'must be the ID of an event that everybody sees'
  if (kind === 'new' && event !== undefined) faults['event'] = 'must not be given: a new one has no ID yet'
  if (kind === 'report' && note === '') faults['note'] = 'must say what is wrong'
  if (kind === 'report' && Object.keys(fields).length > 0)
    faults['fields'] = 'must not be given: a report changes nothing'
  const isRead = kind === 'new' || (kind === 'change' && about !== undefined)
  const read = isRead ? await readProposed(context, { fields, about, now }) : undefined
  if (read && 'faults' in read) Object.assign(faults, read.faults)
  const proposed = read && 'proposed' in read ? read : { proposed: {}, base: {}, ends_at: undefined }
  const isNothing = kind === 'change' && Object.keys(proposed.proposed).length === 0 && !file
  if (isNothing && Object.keys(faults).length === 0)
    faults['fields'] = 'must hold a change: all of it is as it was'
  if (Object.keys(faults).length > 0) throw new ProposalFaults(faults)
  const title = kind === 'new' ? proposed.proposed['title'] : about?.event.title
  const base = file && about ? { ...proposed.base, image: imageIn(about) } : proposed.base
  return {
    about,
    columns: {
      title: typeof title === 'string' ? title : '',
      proposed: JSON.stringify(proposed.proposed),
      base: JSON.stringify(base),
      ends_at: proposed.ends_at ?? about?.event.ends_at ?? epochSeconds(now) + reportFor_s,
    },
  }
}

function imageIn({ event }: EventWithLinks): unknown {
  return event.image_id === null ? null : { id: event.image_id }
}
