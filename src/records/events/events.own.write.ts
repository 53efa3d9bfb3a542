import { withAncestors } from '../terms/terms.ancestors.ts'
import { changeOwn } from '../own/own.write.ts'
import { differsForAll, keepFromAll } from '../own/own.quiet.write.ts'
import { isUnchanged } from '../posts/posts.unchanged.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { SentOwn } from '../own/own.params.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { Status } from '../../pure/params/words.ts'
import type { Writing } from '../posts/posts.write.ts'
import type { OwnTerm } from './events.terms.write.ts'

/** An event before and after a write, and what the write says of fields of one’s own. */
interface Written {
  readonly sent: { readonly fields?: SentOwn | undefined }
  readonly before?: { readonly own: string; readonly status: Status }
  readonly after: { readonly status: Status }
  /** Its categories and tags afterwards. */
  readonly terms: () => Promise<readonly OwnTerm[]>
}

/** Whether everybody will see it: then it must have what is required. */
const isPublic = (status: Status | undefined) => status === 'publish' || status === 'future'

/** What an event stores of fields of one’s own after a write. Throws 400 with what is wrong with it. */
export async function ownOfEvent(
  tx: Writer,
  { sent, before, after, terms }: Written,
  { declared }: Pick<Writing, 'declared'>,
): Promise<string> {
  const stored = before?.own ?? ''
  const required = declared?.all.filter((field) => field.required && field.kinds.includes('event')) ?? []
  const isBecoming = isPublic(after.status) && !isPublic(before?.status)
  // Most calendars require nothing: then nothing is read.
  if (sent.fields === undefined && (required.length === 0 || !isBecoming)) return stored
  const hasParts = required.some(({ categories }) => categories.length > 0)
  const outcome = await changeOwn(tx, {
    kind: 'event',
    sent: sent.fields,
    stored,
    wasPublic: isPublic(before?.status),
    // Imports tell what is lacking, and are not refused.
    isPublic: declared !== undefined && isPublic(after.status),
    categories: hasParts
      ? await withAncestors(
          tx,
          (await terms()).map(({ id }) => id),
        )
      : [],
  })
  if ('fault' in outcome) throw invalidParams({ fields: outcome.fault })
  return outcome.stored
}

/** Whether a write changes what only those see who edit the event, and nothing else of it: that is no news to anybody else. */
export function isForEditors(
  before: EventRow,
  after: EventRow,
  { declared }: Pick<Writing, 'declared'>,
): boolean {
  const others = { own: '', series_changed: '' }
  return (
    isUnchanged({ ...before, ...others }, { ...after, ...others }) &&
    !differsForAll(declared, 'event', { before: before.own, after: after.own })
  )
}

/** Writes such a change: the event looks to everybody as before. Answers its row. */
export async function writeForEditors(tx: Writer, before: EventRow, after: EventRow): Promise<EventRow> {
  const { own, series_changed } = after
  await tx.updateTable('events').set({ own, series_changed }).where('id', '=', before.id).execute()
  await keepFromAll(tx, 'event', [before.id])
  return { ...before, own, series_changed }
}
