import type {
  Submission as Proposed,
  SubmissionDifferences,
} from '../../../records/submissions/submissions.view.ts'
import { ask } from '../api.ts'
import { siteZone } from '../place.ts'
import type { Alike, Reason } from '../waiting/queue.ts'
import { type Queue, statesIn } from '../waiting/queues.ts'

/** Something that was proposed, as the service tells it. */
export type Submission = Proposed & { readonly reason: Reason | '' }

/** The address of the picture that was sent along, on the host by which this page was asked for; undefined for none. */
export function pictureUrl({ picture }: Submission): string | undefined {
  return picture ? new URL(picture.url).pathname : undefined
}

/** What is proposed for a field. */
export type Difference = Differences[string]
export type Differences = SubmissionDifferences

interface Similar {
  readonly id: number
  readonly title: string
  readonly start_date: string
  readonly venue: string
}

/** Who sent it: their name, else their address. */
export function nameOf({ submitter: { name, email } }: Submission): string {
  return name === '' ? email : name
}

/** The moment on the clock of the site. */
export function wallOf(iso: string): string {
  return new Date(iso).toLocaleString('sv-SE', { timeZone: siteZone })
}

/** The first proposals of a queue, and how many there are. Throws what {@link ask} throws. */
export async function readProposals(
  queue: Queue,
  signal: AbortSignal,
  most = 100,
): Promise<{ readonly submissions: readonly Submission[]; readonly total: number }> {
  const { body } = await ask<{ submissions: readonly Submission[]; total: number }>('submissions', {
    query: { state: statesIn[queue], per_page: most },
    signal,
  })
  return body
}

/** One proposal. Throws what {@link ask} throws. */
export async function readProposal(id: number): Promise<Submission> {
  return (await ask<Submission>(`submissions/${id}`)).body
}

/** What is proposed, field by field. Throws what {@link ask} throws. */
export async function readDifferences(id: number, signal: AbortSignal): Promise<Differences> {
  return (await ask<Differences>(`submissions/${id}/diff`, { signal })).body
}

/** Events that may be the same as a new one. Throws what {@link ask} throws. */
export async function readSimilar(
  { fields, title }: Submission,
  signal: AbortSignal,
): Promise<readonly Alike[]> {
  const start = fields['start_date']
  if (typeof start !== 'string') return []
  const query = { title, start_date: start }
  const { body } = await ask<{ events: readonly Similar[] }>('events/similar', { query, signal })
  return body.events.map(({ id, title: name, start_date, venue }) => ({
    id,
    title: name,
    start_date,
    isAllDay: false,
    venues: venue === '' ? [] : [venue],
  }))
}

/** Accepts it as it was read: the fields that are named, or values as edited. Throws what {@link ask} throws. */
export async function accept(
  { id, changed, state }: Submission,
  more: { readonly fields?: readonly string[] | object; readonly trust?: boolean },
): Promise<Submission> {
  return (
    await ask<Submission>(`submissions/${id}/accept`, {
      method: 'POST',
      json: { ...more, ...(state === 'accepted' ? {} : { changed }) },
    })
  ).body
}

/** Asks the sender something. Throws what {@link ask} throws. */
export async function question({ id }: Submission, message: string): Promise<Submission> {
  return (await ask<Submission>(`submissions/${id}/ask`, { method: 'POST', json: { message } })).body
}

/** Rejects it. Throws what {@link ask} throws. */
export async function reject({ id }: Submission, reason: Reason, message: string): Promise<void> {
  await ask(`submissions/${id}/reject`, { method: 'POST', json: { reason, message } })
}

/** Takes it for spam, with what else comes from there. Throws what {@link ask} throws. */
export async function markSpam({ id }: Submission, block: boolean): Promise<void> {
  await ask(`submissions/${id}/spam`, { method: 'POST', json: { block } })
}

/** Takes back what was decided. Throws what {@link ask} throws. */
export async function takeBack(id: number, decision: 'accept' | 'reject' | 'spam'): Promise<void> {
  await ask(`submissions/${id}/${decision}`, { method: 'DELETE' })
}
