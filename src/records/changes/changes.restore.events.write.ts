import { type Caller, can, forbidden } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { decisive, settledRow } from '../events/events.columns.ts'
import { rejoinSeries } from '../events/events.rejoin.write.ts'
import { addLinks, publishLinks } from '../events/events.linking.ts'
import { changedFieldsOf, type EventRow } from '../rows/event.row.ts'
import { countTerms, exchangeTerms, ownTerms } from '../events/events.terms.write.ts'
import { raiseSequence } from '../events/events.write.ts'
import type { LinkedKind, LinkedRow } from '../linked/linked.kind.ts'
import { asColumns, foldedLinked } from '../linked/linked.write.ts'
import { moveEvents } from '../rows/event.write.ts'
import { differsForAll, keepFromAll } from '../own/own.quiet.write.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { type PostKind, kinds } from '../posts/posts.kind.ts'
import { shared } from '../posts/posts.query.ts'
import { restoredSlug, trashedSlug, uniqueSlug } from '../posts/posts.slug.ts'
import { withSaid } from '../own/own.said.ts'
import { needsSlug } from '../posts/posts.status.ts'
import { assertMayDelete, assertMayEdit, type Writing } from '../posts/posts.write.ts'
import { assertNobodyComes, fillPlaces } from '../registration/registration.fill.write.ts'
import { tellOfChange, venuesBefore } from '../registration/registration.news.write.ts'
import { rememberAddresses } from '../redirects/redirects.query.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { goneFor } from './changes.conflict.ts'
import { idsIn, ownNameIn, storedValue } from './changes.fields.ts'
import { ownBack } from './changes.own.ts'

type Columns = ReadonlyMap<string, string | null>

const linkFields = ['venue', 'organizer', 'terms'] as const

/** Makes columns of an event what they were, with everything that follows from them. Throws 409 where what they name is gone. */
export async function restoreEvent(
  tx: Writer,
  stored: EventRow,
  columns: Columns,
  writing: Writing,
): Promise<void> {
  const own = { ...ownOf<EventRow>('event', columns), ...ownBack(columns, stored.own) }
  const links = await linksThere(tx, columns)
  await assertThere(tx, own, {
    image_id: ['media', 'image'],
    author_id: ['users', 'author'],
    post_parent: ['events', 'post_parent'],
    series_id: ['series', 'series'],
  })
  const post = await restoredPost(tx, kinds.event, stored, own, writing)
  const settled = settledRow({ ...stored, ...own, ...post }, writing)
  const [after = settled] = await withSaid(tx, 'event', [settled])
  const isBack = stored.status === 'trash' && after.status !== 'trash'
  // What its rule did not have, and was cancelled for that, is so again: it is no date of its own by coming back.
  const isLeftOver = after.event_status === 'canceled' && !changedFieldsOf(after).includes('event_status')
  const belongs = isBack && !isLeftOver ? await rejoinSeries(tx, after, writing) : {}
  await assertNobodyComes(tx, stored, after, writing)
  const isOwnAlone = [...columns.keys()].every((column) => ownNameIn(column) !== undefined)
  const between = { before: stored.own, after: after.own }
  if (isOwnAlone && !differsForAll(writing.declared, 'event', between)) {
    await setChanged(tx, 'events', stored, { ...stored, own: after.own })
    await keepFromAll(tx, 'event', [stored.id])
    return
  }
  await setChanged(tx, 'events', stored, { ...after, ...belongs })
  const venues = await venuesBefore(tx, stored)
  for (const { kind, ids } of links.posts) {
    await tx.deleteFrom(kind.link.table).where('event_id', '=', stored.id).execute()
    await addLinks(tx, kind, stored.id, ids)
  }
  await tellOfChange(tx, stored, after, { ...writing, venues })
  await fillPlaces(tx, after, writing)
  const isMoved = links.posts.some(({ kind }) => kind === venueKind)
  if (isMoved || decisive.some((column) => after[column] !== stored[column]))
    await raiseSequence(tx, [stored.id])
  const had = await ownTerms(tx, stored.id)
  const terms = links.terms ?? had
  await exchangeTerms(tx, stored.id, had, terms)
  await countTerms(tx, { ...stored, terms: had }, { ...after, terms })
  if (stored.status !== 'publish' && after.status === 'publish') await publishLinks(tx, after, writing)
}

/** The same of a venue or an organizer. */
export async function restoreLinked(
  tx: Writer,
  { kind, stored }: { readonly kind: LinkedKind; readonly stored: LinkedRow },
  columns: Columns,
  writing: Writing,
): Promise<void> {
  const own = { ...ownOf<LinkedRow>(kind.name, columns), ...ownBack(columns, String(stored['own'] ?? '')) }
  await assertThere(tx, own, { image_id: ['media', 'image'], author_id: ['users', 'author'] })
  const row: LinkedRow = { ...stored, ...own, ...(await restoredPost(tx, kind, stored, own, writing)) }
  const settled: LinkedRow = { ...row, folded: foldedLinked(kind, row) }
  const [after = settled] = await withSaid(tx, kind.name, [settled])
  await setChanged(tx, kind.table, asColumns(stored), asColumns(after))
  if (kind.place.some((column) => after[column] !== stored[column])) await moveEvents(tx, kind, stored.id)
}

/** The columns of the record’s own table, with the values that they had. */
export function ownOf<Row>(kind: 'event' | 'venue' | 'organizer' | 'series', columns: Columns): Partial<Row> {
  const own = [...columns].filter(
    ([column]) => !linkFields.some((field) => field === column) && ownNameIn(column) === undefined,
  )
  // The history keeps columns of this table alone.
  return Object.fromEntries(
    own.map(([column, was]) => [column, storedValue(kind, column, was)]),
  ) as Partial<Row>
}

type Owned = Pick<EventRow, 'id' | 'author_id' | 'status' | 'status_before' | 'slug' | 'modified_at'>

/** What a status, a slug and an author that go back take: rights, an address that is free, and when it was changed. */
async function restoredPost(
  tx: Writer,
  kind: PostKind,
  stored: Owned,
  own: Partial<Owned>,
  { caller, now }: Writing,
): Promise<Pick<Owned, 'status' | 'slug' | 'modified_at'>> {
  assertMayEdit(caller, stored)
  const status = own.status ?? stored.status
  assertMayBecome(caller, stored, { ...own, status })
  const slug = await slugFor(tx, kind, stored, { status, slug: own.slug })
  const isPublic = needsSlug(stored.status) && ![status, stored.status].includes('trash')
  if (slug !== stored.slug && isPublic)
    await rememberAddresses(tx, [{ address: `/${kind.name}/${stored.slug}`, kind: kind.name, id: stored.id }])
  return { status, slug, modified_at: Math.max(epochSeconds(now), stored.modified_at + 1) }
}

function assertMayBecome(caller: Caller, stored: Owned, own: Partial<Owned>): void {
  if (own.author_id !== undefined && own.author_id !== stored.author_id && !can(caller, 'edit_others'))
    throw forbidden(caller, 'edit_others')
  if (own.status === stored.status) return
  if (own.status === 'trash') assertMayDelete(caller, stored)
  if ((own.status === 'publish' || own.status === 'future') && !can(caller, 'publish'))
    throw forbidden(caller, 'publish')
}

async function slugFor(
  tx: Writer,
  kind: PostKind,
  stored: Owned,
  { status, slug = stored.slug }: { readonly status: Owned['status']; readonly slug: string | undefined },
): Promise<string> {
  if (status === 'trash' && stored.status !== 'trash') return trashedSlug(tx, kind, stored.slug, stored.id)
  if (status !== 'trash' && stored.status === 'trash') return restoredSlug(tx, kind, slug, stored.id)
  return slug !== '' && (kind.draftsHaveSlugs || needsSlug(status))
    ? uniqueSlug(tx, kind, slug, stored.id)
    : slug
}

/** Throws 409 for the fields whose values name what is not there any more. */
async function assertThere(
  tx: Writer,
  own: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, readonly [table: 'media' | 'users' | 'events' | 'series', field: string]>>,
): Promise<void> {
  const gone: string[] = []
  for (const [column, [table, field]] of Object.entries(names)) {
    const id = own[column]
    if (typeof id !== 'number') continue
    const found = await tx
      .selectFrom(table as 'media')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found) gone.push(field)
  }
  if (gone.length > 0) throw goneFor(gone)
}

/** What an event was linked to; throws 409 where any of it is gone. */
async function linksThere(tx: Writer, columns: Columns) {
  const gone: string[] = []
  const posts: { kind: LinkedKind; ids: readonly number[] }[] = []
  for (const kind of [venueKind, organizerKind]) {
    const was = columns.get(kind.name)
    if (was === undefined) continue
    const ids = idsIn(was)
    const rows = await tx
      .selectFrom(shared(kind.table))
      .select('id')
      .where('id', 'in', [0, ...ids])
      .execute()
    if (rows.length < ids.length) gone.push(kind.name)
    posts.push({ kind, ids })
  }
  const was = columns.get('terms')
  const wanted = was === undefined ? undefined : idsIn(was)
  const terms =
    wanted &&
    (await tx
      .selectFrom('terms')
      .select(['id', 'taxonomy'])
      .where('id', 'in', [0, ...wanted])
      .execute())
  if (wanted && terms && terms.length < wanted.length) gone.push('terms')
  if (gone.length > 0) throw goneFor(gone)
  return { posts, terms }
}

/** Writes only the columns that changed. */
async function setChanged<Row extends { readonly id: number }>(
  tx: Writer,
  table: 'events' | 'venues' | 'organizers',
  before: Row,
  after: Row,
): Promise<void> {
  const changed = Object.entries(after).filter(([column, value]) => value !== before[column as keyof Row])
  if (changed.length === 0) return
  await tx.updateTable(shared(table)).set(Object.fromEntries(changed)).where('id', '=', before.id).execute()
}
