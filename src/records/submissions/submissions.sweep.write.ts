import { hiddenFolder } from '../../storage/files/names.ts'
import { removeMedia } from '../media/media.write.ts'
import type { Context } from '../../http/context.ts'

/** Removes an image that was kept for an event that was not made. */
export async function removeKept(context: Context, id: number): Promise<void> {
  const caller = { id: 0, role: 'administrator', login: '' } as const
  const removal = { id, caller, unknown: () => ({}), guard: async () => {} }
  await removeMedia(context, removal, () => {})
}

/** How old a file without a submission is before it is removed, in seconds: its submission may still be on its way. */
const orphanAfter_s = 3600

/** Removes what a crash has left: pictures without a submission, and images that were kept for an event that was not made. */
export async function sweepPictures(context: Context, now: number): Promise<void> {
  const { db, media } = context
  const unused = await db.read
    .selectFrom('media_sources')
    .innerJoin('media', 'media.id', 'media_sources.media_id')
    .select('media.id')
    .where('media_sources.url', 'like', `${hiddenFolder}%`)
    .where('media.date_at', '<', now - orphanAfter_s)
    .execute()
  for (const { id } of unused) await removeKept(context, id)
  const rows = await db.read
    .selectFrom('submissions')
    .select('picture')
    .where('picture', 'is not', null)
    .execute()
  const known = new Set(rows.map(({ picture }) => picture))
  const orphans: string[] = []
  for await (const { key, modifiedAt } of media.store.list(hiddenFolder))
    if (!known.has(key) && modifiedAt < now - orphanAfter_s) orphans.push(key)
  if (orphans.length > 0) await media.store.remove(orphans)
}
