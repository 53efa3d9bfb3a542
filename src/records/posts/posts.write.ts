import type { Declared } from '../../fields/own/declaration.ts'
import {
  type Caller,
  can,
  forbidden,
  mayDelete,
  mayEdit,
  rightToDelete,
  rightToEdit,
} from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { Flag, PostColumns } from '../../storage/schema/tables.ts'
import type { Status } from '../../pure/params/words.ts'
import { fold } from '../../pure/text/fold.ts'
import { rememberAddresses } from '../redirects/redirects.query.ts'
import { searchedText } from '../../pure/text/searchedText.ts'
import { slugify } from '../../pure/text/slug.ts'
import { changedAt, publicationDate, type SentDates } from './posts.dates.ts'
import type { PostKind } from './posts.kind.ts'
import type { OwnedPost } from './posts.query.ts'
import { restoredSlug, trashedSlug, uniqueSlug } from './posts.slug.ts'
import { needsSlug, settleStatus } from './posts.status.ts'

/** The fields of every kind of post; one that was not sent stays as it is, or gets its default on create. */
export interface SentPost extends SentDates {
  readonly author?: number | undefined
  readonly status?: Status | undefined
  readonly slug?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  /** The id of a stored image; null for none. */
  readonly image_id?: number | null | undefined
}

/** Who writes, when, and in which zone dates without one are. */
export interface Writing {
  readonly caller: Caller
  readonly now: Temporal.Instant
  readonly siteZone: Zone
  /** The fields that are declared, where what is published has to have them. */
  readonly declared?: Declared | undefined
  /** The root of the site, as the caller sees it; where nothing is sent that was read there, none. */
  readonly home?: string | undefined
}

/** The columns of a post except its id, its search text and its slug. */
type Settled = Omit<PostColumns, 'id' | 'folded' | 'slug'>

/** The shared columns of a new post. Throws 403 when the caller may not name another author and does (D20). */
export function newPost(sent: SentPost & { title: string }, { caller, now, siteZone }: Writing): Settled {
  assertAuthor(caller, sent.author, caller.id)
  const now_s = epochSeconds(now)
  const date = publicationDate(sent, siteZone, now)
  const date_at = date ?? now_s
  const settled = settleStatus({ caller, wanted: sent.status, stored: undefined, date_at, now: now_s })
  return {
    author_id: sent.author ?? caller.id,
    status: settled,
    status_before: settled === 'trash' ? 'draft' : null,
    title: sent.title,
    title_folded: fold(sent.title),
    description: sent.description ?? '',
    image_id: sent.image_id ?? null,
    date_at,
    date_floating: flagOf(!needsSlug(settled)),
    date_given: flagOf(date !== undefined),
    // Wire: a post made with a date was last modified on that date (`wire-others.md` 1.1).
    modified_at: date_at,
  }
}

/** The slug of a new post. */
export async function newSlug(
  tx: Writer,
  kind: PostKind,
  post: Settled & { id: number },
  made: { sent: Pick<SentPost, 'slug'>; caller: Caller },
): Promise<string> {
  const { slug, isUnique } = wantedSlug(kind, post, made)
  if (post.status === 'trash') return trashedSlug(tx, kind, slug, post.id)
  return isUnique ? uniqueSlug(tx, kind, slug) : slug
}

/** The slug that a new post should have, and whether it must be unique. */
export function wantedSlug(
  kind: PostKind,
  post: Pick<Settled, 'status' | 'title'> & { id: number },
  { sent, caller }: { sent: Pick<SentPost, 'slug'>; caller: Caller },
): { slug: string; isUnique: boolean } {
  // Wire: a pending post of a caller who may not publish gets none (`wire-others.md` 2.2).
  if (post.status === 'pending' && !can(caller, 'publish')) return { slug: '', isUnique: false }
  // Wire: a draft event may have a slug that is taken (`wire-events.md` 2.5).
  const isUnique = kind.draftsHaveSlugs || needsSlug(post.status)
  if (sent.slug !== undefined) return { slug: slugOf(post, sent.slug), isUnique }
  return { slug: isUnique ? slugOf(post) : '', isUnique }
}

/** Hands out the next id (D2). */
export async function newItem(tx: Writer, kind: PostKind): Promise<number> {
  const { id } = await tx
    .insertInto('items')
    .values({ kind: kind.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The shared columns of a post after an update: what was sent is changed, the rest stays (D7). Throws 403 as {@link newPost}. */
export async function changedPost(
  tx: Writer,
  kind: PostKind,
  stored: PostColumns,
  sent: SentPost,
  { caller, now, siteZone }: Writing,
): Promise<Omit<PostColumns, 'folded' | 'id'>> {
  assertAuthor(caller, sent.author, stored.author_id)
  const published = changedPublication(stored, sent, { caller, now, siteZone })
  const { status } = published
  if (status === 'trash' && stored.status !== 'trash') assertMayDelete(caller, stored)
  const title = sent.title ?? stored.title
  const slug = await changedSlug(tx, kind, stored, { sent, status, title })
  // What has been public was perhaps linked to; the trash keeps its address for its return.
  if (slug !== stored.slug && needsSlug(stored.status) && ![status, stored.status].includes('trash'))
    await rememberAddresses(tx, [{ address: `/${kind.name}/${stored.slug}`, kind: kind.name, id: stored.id }])
  return {
    author_id: sent.author ?? stored.author_id,
    ...published,
    status_before: statusBefore(stored, status),
    title,
    title_folded: fold(title),
    description: sent.description === undefined ? stored.description : (sent.description ?? ''),
    image_id: sent.image_id === undefined ? stored.image_id : sent.image_id,
    slug,
    modified_at: changedAt(now, published),
  }
}

/** Whether a post has a publication date after an update, and which. */
function changedPublication(
  stored: PostColumns,
  sent: SentPost,
  { caller, now, siteZone }: Writing,
): Pick<PostColumns, 'status' | 'date_at' | 'date_floating' | 'date_given'> {
  const now_s = epochSeconds(now)
  const date = publicationDate(sent, siteZone, now, stored.date_at)
  const known = date ?? stored.date_at
  const asked = { caller, wanted: sent.status, stored: stored.status, date_at: known, now: now_s }
  const status = settleStatus(asked)
  const leavesDrafts = needsSlug(status) && status !== 'trash'
  // A draft without a date gets one when it stops being a draft.
  const isUndated = stored.date_floating === 1 && stored.date_given === 0 && date === undefined
  return {
    status,
    date_at: isUndated && leavesDrafts ? now_s : known,
    date_floating: flagOf(stored.date_floating === 1 && !leavesDrafts),
    date_given: flagOf(stored.date_given === 1 || date !== undefined),
  }
}

/** The columns of a post in the trash: it remembers its status and gives up its slug. */
export async function trashedPost(tx: Writer, kind: PostKind, stored: PostColumns, now: Temporal.Instant) {
  return {
    status: 'trash' as const,
    status_before: stored.status,
    slug: await trashedSlug(tx, kind, stored.slug, stored.id),
    modified_at: epochSeconds(now),
  }
}

/** Removes a post for good, with its links. */
export async function removePost(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('items').where('id', '=', id).execute()
}

/** Throws 403 (401 for the anonymous) unless the caller may edit the post as it is now. */
export function assertMayEdit(caller: Caller, post: OwnedPost): void {
  if (!mayEdit(caller, post)) throw forbidden(caller, rightToEdit(caller, post))
}

/** Throws 403 (401 for the anonymous) unless the caller may delete the post as it is now. */
export function assertMayDelete(caller: Caller, post: OwnedPost): void {
  if (!mayDelete(caller, post)) throw forbidden(caller, rightToDelete(caller, post))
}

/** The texts of a post as searches see them: folded, one a line. */
export function searchText(texts: readonly string[]): string {
  return texts.map((text) => fold(searchedText(text)).replaceAll(/\s+/g, ' ')).join('\n')
}

/** The flag as it is stored. */
export function flagOf(value: boolean): Flag {
  return value ? 1 : 0
}

/** The slug made from the wanted one, or from the title if that leaves nothing, or the id if that leaves nothing either. */
function slugOf({ id, title }: { id: number; title: string }, wish = ''): string {
  return slugify(wish) || slugify(title) || String(id)
}

function assertAuthor(caller: Caller, wanted: number | undefined, current: number): void {
  if (wanted !== undefined && wanted !== current && !can(caller, 'edit_others'))
    throw forbidden(caller, 'edit_others')
}

function statusBefore(stored: PostColumns, status: Status): Status | null {
  if (status !== 'trash') return null
  return stored.status === 'trash' ? stored.status_before : stored.status
}

async function changedSlug(
  tx: Writer,
  kind: PostKind,
  stored: PostColumns,
  change: { sent: SentPost; status: Status; title: string },
): Promise<string> {
  const { sent, status, title } = change
  const isNew = sent.slug !== undefined && sent.slug !== stored.slug
  const given = isNew ? slugOf({ id: stored.id, title }, sent.slug) : undefined
  if (status === 'trash') {
    const slug = given ?? (stored.status === 'trash' ? undefined : stored.slug)
    return slug === undefined ? stored.slug : trashedSlug(tx, kind, slug, stored.id)
  }
  const kept = stored.status === 'trash' ? await restoredSlug(tx, kind, stored.slug, stored.id) : stored.slug
  const slug = given ?? kept
  if (!needsSlug(status))
    return given !== undefined && kind.draftsHaveSlugs ? uniqueSlug(tx, kind, slug, stored.id) : slug
  const isSettled = given === undefined && slug !== '' && needsSlug(stored.status)
  return isSettled
    ? slug
    : uniqueSlug(tx, kind, slug === '' ? slugOf({ id: stored.id, title }) : slug, stored.id)
}
