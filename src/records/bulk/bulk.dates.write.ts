import type { Writer } from '../../storage/db/dialect.ts'
import type { BulkRecord } from './bulk.record.ts'
import { assertGiven, assertMay, type Changing, changeEventsIn, fieldsSet, rowsNamed } from './bulk.write.ts'
import type { EventRow } from '../rows/event.row.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import { occurrencesIn } from '../series/series.query.ts'
import { removeScopeIn, updateScopeIn } from '../series/series.scope.write.ts'
import type { Scoped } from '../series/series.scoped.ts'

/** The dates of one series that are named, of which the earliest is meant. */
interface Named {
  readonly seriesId: number
  readonly first: EventRow
}

/**
 * Does the same to several events and, of those that are dates of series, to the following or to all dates to come: all of it, or
 * nothing. Dates come back from the trash whenever they are; their rule stays as it is. Throws as `changeEvents` and `updateScope`.
 */
export async function changeWithScope(changing: Changing, scope: Scoped['scope']): Promise<BulkRecord> {
  const { context, sent, writing } = changing
  return context.db.write(async (tx) => {
    await assertGiven(tx, sent, writing)
    const rows = await rowsNamed(tx, sent)
    const single = rows.filter(({ series_id }) => series_id === null).map(({ id }) => id)
    const alone = single.length > 0 ? await changeSome(tx, changing, single) : { changed: [], unchanged: [] }
    const several = await inTimeSlices(seriesAmong(rows), (named) =>
      changeDates(tx, changing, { scope, named }),
    )
    const all = [alone, ...several]
    return {
      changed: all.flatMap(({ changed }) => changed),
      unchanged: all.flatMap(({ unchanged }) => unchanged),
    }
  })
}

function seriesAmong(rows: readonly EventRow[]): readonly Named[] {
  const inOrder = rows.toSorted((one, other) => ((one.series_key ?? '') < (other.series_key ?? '') ? -1 : 1))
  const named = new Map<number, Named>()
  for (const row of inOrder)
    if (row.series_id !== null && !named.has(row.series_id))
      named.set(row.series_id, { seriesId: row.series_id, first: row })
  return [...named.values()]
}

async function changeSome(tx: Writer, changing: Changing, ids: readonly number[]): Promise<BulkRecord> {
  return changeEventsIn(tx, { ...changing, sent: { ...changing.sent, ids } })
}

async function changeDates(
  tx: Writer,
  changing: Changing,
  { scope, named: { seriesId, first } }: { readonly scope: Scoped['scope']; readonly named: Named },
): Promise<BulkRecord> {
  const { context, sent, writing, pageUrl } = changing
  if (sent.action === 'restore' || (sent.action === 'draft' && first.status === 'trash')) {
    const there = await occurrencesIn(tx, seriesId)
    const meant = there.filter(
      ({ status, series_key }) =>
        status === 'trash' && (scope === 'all' || (series_key ?? '') >= (first.series_key ?? '')),
    )
    return changeSome(
      tx,
      changing,
      meant.map(({ id }) => id),
    )
  }
  assertMay(sent.action, first, writing)
  const scoped: Scoped = {
    ...writing,
    context,
    seriesId,
    scope,
    eventId: first.id,
    isDry: sent.dry_run === true,
    pageUrl,
    guard: async () => {},
  }
  const fields = await fieldsSet(tx, first, sent)
  const applied = fields
    ? await updateScopeIn(tx, scoped, { sent: fields, recurrence: undefined, isOverriding: false })
    : await removeScopeIn(tx, scoped, sent.action === 'delete')
  return { changed: [...applied.changed, ...applied.removed], unchanged: [] }
}
