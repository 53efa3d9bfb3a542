import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { foldedMedia } from '../../records/media/media.keep.ts'
import { findMedia } from '../../records/media/media.query.ts'
import { fileLike, mediaPath, type MediaRow } from '../../records/media/media.record.ts'
import type { Writing } from '../../records/posts/posts.write.ts'
import { escapeHtml } from '../../pure/text/html.ts'
import { shownOf } from './imports.images.ts'
import { nameOf } from './imports.keys.ts'
import type { Planned, PlannedOf } from './imports.planned.ts'

/** The addresses here of files of the source that texts name, by the addresses there. */
export type Addresses = ReadonlyMap<string, string>

/** Where the files are that the texts of these records show or lead to; those that could not be fetched are missing. */
export async function addressesIn(
  db: Reader,
  planned: readonly Planned[],
  { ids, home }: { readonly ids: ReadonlyMap<string, number>; readonly home: string },
): Promise<Addresses> {
  const files = planned.flatMap(({ record }) => ('texts' in record ? (record.texts ?? []) : []))
  const named = files.flatMap(({ url, image }) => {
    const id = ids.get(nameOf({ kind: 'image', key: image }))
    return id ? [{ url, id }] : []
  })
  const rows = new Map<number, MediaRow>()
  for (const some of inParts([...new Set(named.map(({ id }) => id))]))
    for (const row of await db.selectFrom('media').selectAll().where('id', 'in', some).execute())
      rows.set(row.id, row)
  return new Map(
    named.flatMap(({ url, id }) => {
      const row = rows.get(id)
      return row ? [[url, `${home}${mediaPath}/${fileLike(row, url)}`] as const] : []
    }),
  )
}

/** The text with the addresses of files here, wherever one of the source stands in an attribute. */
export function pointed(text: string, addresses: Addresses): string {
  if (addresses.size === 0) return text
  return text.replaceAll(/(?<==")[^"]+(?=")|(?<==')[^']+(?=')/g, (value) => {
    const here = addresses.get(value.replaceAll('&amp;', '&').replaceAll('&#038;', '&'))
    return here === undefined ? value : escapeHtml(here)
  })
}

/** Gives images that are here already the texts that have changed at their source. */
export async function updateTexts(
  tx: Writer,
  images: readonly PlannedOf<'image'>[],
  { writing, images: ids }: { readonly writing: Writing; readonly images: ReadonlyMap<string, number> },
): Promise<void> {
  for (const { record, values, id } of images) {
    const here = ids.get(record.key)
    const row = id === undefined || id !== here ? undefined : await findMedia(tx, id)
    const { focus: _focus, decorative: _decorative, ...named } = values
    const said = {
      ...Object.fromEntries(
        Object.entries(named).map(([name, text]) => [name, typeof text === 'string' ? text : '']),
      ),
      ...shownOf(values),
    }
    if (!row || Object.keys(said).length === 0) continue
    const changed: MediaRow = { ...row, ...said, modified_at: epochSeconds(writing.now) }
    await tx
      .updateTable('media')
      .set({ ...said, modified_at: changed.modified_at, folded: foldedMedia(changed) })
      .where('id', '=', row.id)
      .execute()
  }
}
