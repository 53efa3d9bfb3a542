import { can, forbidden } from '../auth/rights.ts'
import type { Writer } from '../db/dialect.ts'
import { invalidParams } from '../http/decodedParameters.ts'
import { inTimeSlices } from '../http/timeSlices.ts'
import { abridged } from '../params/parameter.ts'
import type { Context } from '../posts/context.ts'
import { assertMayDelete, assertMayEdit, type Writing } from '../posts/posts.write.ts'
import type { Bulk, BulkAction } from './events.bulk.params.ts'
import type { BulkRecord } from './events.bulk.record.ts'
import type { UpdateEvent } from './events.params.ts'
import { findWholeRows } from './events.query.ts'
import type { EventRow } from './events.row.ts'
import { excludeKey } from './events.series.ts'
import { type Change, removeEventRowIn, trashEventIn, updateEventIn } from './events.write.ts'

/** What an action means for one event. */
interface Deed {
  /** Whether it changes anything. */
  readonly isDue: (event: EventRow) => boolean
  /** Whether it can be done to what is in the trash. */
  readonly reachesTrash: boolean
  /** The fields that it sets; else the event goes, to the trash or for good. */
  readonly sets?: (event: EventRow, sent: Bulk) => UpdateEvent
}

const isCanceled = ({ event_status }: EventRow) => event_status === 'canceled'
const isInTrash = ({ status }: EventRow) => status === 'trash'

const deeds: Readonly<Record<BulkAction, Deed>> = {
  approve: {
    isDue: ({ status }) => status !== 'publish' && status !== 'future',
    reachesTrash: false,
    sets: () => ({ status: 'publish' }),
  },
  draft: {
    isDue: ({ status }) => status !== 'draft',
    reachesTrash: true,
    sets: () => ({ status: 'draft' }),
  },
  cancel: {
    isDue: (event) => !isCanceled(event),
    reachesTrash: false,
    sets: (_, { reason = null }) => ({ event_status: 'canceled', event_status_reason: reason }),
  },
  reinstate: {
    isDue: isCanceled,
    reachesTrash: false,
    sets: () => ({ event_status: 'scheduled', event_status_reason: null }),
  },
  trash: { isDue: (event) => !isInTrash(event), reachesTrash: true },
  restore: {
    isDue: isInTrash,
    reachesTrash: true,
    sets: ({ status_before }) => ({ status: status_before ?? 'draft' }),
  },
  delete: { isDue: () => true, reachesTrash: true },
}

/**
 * Does the same to several events, all or nothing: throws 400 when one does not exist, or is in the trash and cannot be reached there,
 * 403 when the caller lacks the right to any of them.
 */
export async function changeEvents(
  context: Context,
  sent: Bulk,
  writing: Writing,
  pageUrl: (event: EventRow) => string,
): Promise<BulkRecord> {
  const deed = deeds[sent.action]
  return context.db.write(async (tx) => {
    const rows = await rowsNamed(tx, sent.ids, deed)
    for (const row of rows) assertMay(sent.action, row, writing)
    const due = rows.filter((row) => deed.isDue(row))
    if (!sent.dry_run)
      await inTimeSlices(due, async (row) => changeIn(tx, row, { context, sent, writing, pageUrl }))
    return {
      changed: due.map(({ id }) => id),
      unchanged: rows.filter((row) => !deed.isDue(row)).map(({ id }) => id),
    }
  })
}

async function rowsNamed(tx: Writer, ids: readonly number[], { reachesTrash }: Deed): Promise<EventRow[]> {
  const byId = new Map((await findWholeRows(tx, ids)).map((row) => [row.id, row]))
  const unknown = ids.filter((id) => !byId.has(id))
  if (unknown.length > 0)
    throw invalidParams({
      ids: `must be IDs of events that there are; these are none: ${abridged(unknown.map(String))}`,
    })
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const trashed = reachesTrash ? [] : rows.filter(isInTrash)
  if (trashed.length > 0)
    throw invalidParams({
      ids: `must not name events in the trash here; these are: ${abridged(trashed.map(({ id }) => String(id)))}`,
    })
  return rows
}

function assertMay(action: BulkAction, row: EventRow, { caller }: Writing): void {
  if (action === 'trash' || action === 'delete') {
    assertMayDelete(caller, row)
    return
  }
  assertMayEdit(caller, row)
  const wouldPublish =
    action === 'approve' ||
    (action === 'restore' && (row.status_before === 'publish' || row.status_before === 'future'))
  // Otherwise it would only wait again.
  if (wouldPublish && !can(caller, 'publish')) throw forbidden(caller, 'publish')
}

interface Changing {
  readonly context: Context
  readonly sent: Bulk
  readonly writing: Writing
  readonly pageUrl: (event: EventRow) => string
}

async function changeIn(tx: Writer, row: EventRow, changing: Changing): Promise<void> {
  const { context, sent, writing, pageUrl } = changing
  const { sets } = deeds[sent.action]
  const change: Change = { ...writing, id: row.id, guard: async () => {} }
  if (sets) await updateEventIn(tx, { context, sent: sets(row, sent), pageUrl }, { ...change, stored: row })
  else if (sent.action === 'trash') await trashEventIn(tx, change)
  else {
    await excludeKey(tx, row)
    await removeEventRowIn(tx, row)
  }
}
