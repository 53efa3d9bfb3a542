import { type Expression, sql, type SqlBool } from 'kysely'
import type { Caller } from '../../http/auth/rights.ts'
import { byIds } from '../../storage/db/statements.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { type Rows, rowsIn } from '../../storage/db/rows.ts'
import { scaledKey } from '../../storage/files/names.ts'
import { contentTypes } from '../../storage/files/types.ts'
import type { Page } from '../../http/list.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import { matching } from '../posts/posts.words.ts'
import type { ViewContext } from '../posts/posts.view.ts'
import { recordWords } from '../../pure/text/search.ts'
import type { ListMedia, MediaOrder } from './media.params.ts'
import { fileUrl, filesOf, type MediaRow } from './media.record.ts'
import { isUsed } from './media.uses.query.ts'

/** Images by id. */
export type Images = ReadonlyMap<number, MediaRow>

/** The image with the id; undefined when there is none. */
export async function findMedia(db: Reader, id: number): Promise<MediaRow | undefined> {
  return db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The images that these posts feature. */
export async function imagesOf(
  rows: Rows,
  posts: readonly { readonly image_id: number | null }[],
): Promise<Images> {
  return rows.find(
    readImages,
    posts.flatMap(({ image_id }) => image_id ?? []),
  )
}

const readImages = byIds((db, ids) => db.selectFrom('media').selectAll().where('id', 'in', ids).compile())

/** What views of these venues or organizers need: their images. */
export async function showing(
  { db, siteZone, declared }: Pick<Context, 'db' | 'siteZone' | 'declared'>,
  site: Site,
  rows: readonly { readonly image_id: number | null }[],
): Promise<ViewContext> {
  return { site, siteZone, declared, images: await imagesOf(rowsIn(db.read), rows) }
}

/** The image that was fetched from the address, or that is served at it in any size. */
export async function findByUrl(db: Reader, url: string, site: Site): Promise<MediaRow | undefined> {
  const fetched = await findBySource(db, url)
  if (fetched) return fetched
  const home = fileUrl(site, '')
  if (!url.startsWith(home)) return undefined
  const file = url.slice(home.length)
  const rows = await db.selectFrom('media').selectAll().where('file', 'in', mainsOf(file)).execute()
  return rows.find((row) => filesOf(row).includes(file))
}

/** The image that was fetched from the address. */
export async function findBySource(db: Reader, url: string): Promise<MediaRow | undefined> {
  return db
    .selectFrom('media')
    .selectAll('media')
    .innerJoin('media_sources', 'media_sources.media_id', 'media.id')
    .where('media_sources.url', '=', url)
    .executeTakeFirst()
}

/** The oldest image made of the same bytes. */
export async function findByDigest(db: Reader, digest: string): Promise<MediaRow | undefined> {
  return db.selectFrom('media').selectAll().where('digest', '=', digest).orderBy('id').executeTakeFirst()
}

/** By what images are ordered: their search text begins with the title. */
const orders = {
  date: 'date_at',
  modified: 'modified_at',
  title: 'folded',
  id: 'id',
} as const satisfies Readonly<Record<MediaOrder, string>>

/** One page of all images, by default the newest first. */
export async function listMedia(
  context: Pick<Context, 'db' | 'perPage' | 'perPageMax'>,
  params: ListMedia,
  caller: Caller,
): Promise<{ rows: MediaRow[]; page: Page }> {
  const page = params.page ?? 1
  const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
  const words =
    params.search === undefined ? [] : matching(context.db.dialect, 'media', recordWords(params.search))
  const { include, slug, author, mime_type, media_type, orderby = 'date', order = 'desc' } = params
  const { described, used } = params
  const listed = context.db.read
    .selectFrom('media')
    .where((eb) => eb.and(words))
    .$if(include !== undefined, (query) => query.where('id', 'in', include ?? []))
    .$if(slug !== undefined, (query) => query.where(hasSlug(slug ?? [])))
    .$if(author !== undefined, (query) => query.where('author_id', 'in', author ?? []))
    .$if(mime_type !== undefined, (query) => query.where('mime_type', 'in', lowered(mime_type ?? [])))
    .$if(media_type !== undefined, (query) => query.where(isOfKind(media_type ?? [])))
    .$if(described !== undefined, (query) => query.where(isTrue(isDescribed, described ?? true)))
    .$if(used !== undefined, (query) => query.where(isTrue(isUsed(caller), used ?? true)))
  const { total } = await listed.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await listed
    .selectAll()
    .orderBy(orders[orderby], order)
    .orderBy('id', order)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, page: { page, perPage, total } }
}

const isDescribed = sql<SqlBool>`(alt_text <> '' or decorative = 1)`

function isTrue(condition: Expression<SqlBool>, wanted: boolean) {
  return wanted ? condition : sql<SqlBool>`not ${condition}`
}

/** Whether the file is an image or, of the other kinds, a document (`application`). */
function isOfKind(kinds: readonly string[]) {
  const patterns = kinds.map((kind) => sql<SqlBool>`mime_type like ${`${kind}/%`}`)
  return sql<SqlBool>`(${patterns.length === 0 ? sql`1 = 0` : sql.join(patterns, sql` or `)})`
}

/** Whether the file has one of these names: its key is `YYYY/MM/`, the name and an extension (`files/names.ts`). */
function hasSlug(slugs: readonly string[]) {
  const names = lowered(slugs).flatMap((slug) =>
    Object.keys(contentTypes).map((extension) => `${slug}.${extension}`),
  )
  return sql<SqlBool>`substr(file, ${sql.lit('YYYY/MM/'.length + 1)}) in (${sql.join(names)})`
}

const lowered = (texts: readonly string[]) => texts.map((text) => text.toLowerCase())

/** Which of these files belong to an image, in one query: the name of a file tells which main files it can belong to. */
export async function knownFiles(db: Reader, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set()
  const rows = await db
    .selectFrom('media')
    .select(['file', 'original_file', 'sizes'])
    .where('file', 'in', [...new Set(files.flatMap(mainsOf))])
    .execute()
  const known = new Set(rows.flatMap((row) => filesOf(row)))
  return new Set(files.filter((file) => known.has(file)))
}

/** The main files that a file can belong to by its name: itself, the upload, or the scaled file that replaces a large one. */
function mainsOf(file: string): string[] {
  const upload = file.replace(/-(?:\d+x\d+|scaled)(?=\.\w+$)/, '')
  return [file, upload, scaledKey(upload)]
}
