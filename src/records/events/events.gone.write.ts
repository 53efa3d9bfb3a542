import type { Writer } from '../../storage/db/dialect.ts'
import { slugBeforeTrash } from '../posts/posts.slug.ts'
import { rememberAddresses } from '../redirects/redirects.query.ts'
import type { EventRow } from '../rows/event.row.ts'

/**
 * The addresses of a date that is removed for good lead to the date of its series before it, or the first one that there is; where there
 * is none it is remembered that it was this one's.
 */
export async function leadToSeries(tx: Writer, stored: EventRow): Promise<void> {
  const { id, series_id, slug, status, status_before } = stored
  if (series_id === null || slug === '') return
  const others = tx
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', series_id)
    .where('id', '<>', id)
    .where('status', '=', 'publish')
  const before = await others
    .where('starts_at', '<=', stored.starts_at)
    .orderBy('starts_at', 'desc')
    .executeTakeFirst()
  const other = before ?? (await others.orderBy('starts_at').executeTakeFirst())
  if (other)
    await tx
      .updateTable('redirects')
      .set({ record_id: other.id })
      .where('kind', '=', 'event')
      .where('record_id', '=', id)
      .execute()
  const wasPublic = status === 'publish' || (status === 'trash' && status_before === 'publish')
  if (!wasPublic) return
  const address = `/event/${status === 'trash' ? slugBeforeTrash(slug) : slug}`
  await rememberAddresses(tx, [
    { address, kind: 'event', id: other?.id ?? id },
    { address: `${address}/all`, kind: 'event', id: other?.id ?? id },
  ])
}
