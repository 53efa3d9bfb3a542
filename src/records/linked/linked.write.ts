import { withSaid } from '../own/own.said.ts'
import { changeOwn } from '../own/own.write.ts'
import type { Caller } from '../../http/auth/rights.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { Tables } from '../../storage/schema/tables.all.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Context } from '../../http/context.ts'
import { shared } from '../posts/posts.query.ts'
import {
  assertMayDelete,
  assertMayEdit,
  changedPost,
  flagOf,
  newItem,
  newPost,
  newSlug,
  removePost,
  searchText,
  trashedPost,
  type Writing,
} from '../posts/posts.write.ts'
import { differsForAll, keepFromAll } from '../own/own.quiet.write.ts'
import { isUnchanged } from '../posts/posts.unchanged.ts'
import { sameRendered } from '../../pure/text/sameText.ts'
import { renderContent, renderTitle } from '../../pure/text/render.ts'
import { stripTags } from '../../pure/text/html.ts'
import { slugify } from '../../pure/text/slug.ts'
import type { LinkedKind, LinkedRow, SentLinked } from './linked.kind.ts'
import { findEquals, findLinked } from './linked.query.ts'
import { moveEvents } from '../rows/event.write.ts'

/** Checks a row before it changes, such as against If-Match, and throws to refuse the change. */
export type Guard = (row: LinkedRow) => Promise<void>

/** Makes a venue or organizer, or finds one that equals it in every field sent (D16); answers its id. */
export async function createLinked(
  context: Context,
  kind: LinkedKind,
  { sent, caller, now }: { sent: SentLinked; caller: Caller; now: Temporal.Instant },
): Promise<number> {
  return context.db.write((tx) =>
    createLinkedIn(tx, kind, sent, {
      caller,
      now,
      siteZone: context.siteZone,
      declared: context.declared,
    }),
  )
}

/** Whether a record is made within an event: what is wrong with it is told under the name of the parameter there. */
interface Nested {
  readonly isNested?: boolean
}

/** As {@link createLinked}, within a transaction: one nested in an event is made with the event or not at all (D13). */
export async function createLinkedIn(
  tx: Writer,
  kind: LinkedKind,
  sent: SentLinked,
  writing: Writing & Nested,
): Promise<number> {
  const title = sent.title ?? ''
  assertNamed(kind, title, 'notCreated')
  const post = newPost({ ...sent, title }, writing)
  const own = { ...kind.columns, ...storedColumns(kind, sent.columns) }
  assertTogether(kind, own)
  const before: LinkedRow = { ...post, ...own, id: 0, slug: slugify(sent.slug ?? ''), folded: '' }
  const columns = { ...own, ...kind.derive(before, undefined, new Set(Object.keys(sent.columns))) }
  const fields = sentFields(sent, { ...before, ...columns })
  for (const equal of await findEquals(tx, kind, { title, fields }, writing.caller))
    if (await saysSame(tx, kind, equal, sent)) return equal.id
  const id = await newItem(tx, kind)
  const slug = await newSlug(tx, kind, { ...post, id }, { sent, caller: writing.caller })
  const said = await ownOfLinked(tx, kind, { sent, after: post }, writing)
  const row = { ...post, ...columns, own: said, id, slug }
  const made: LinkedRow = { ...row, folded: foldedLinked(kind, row) }
  const [searched = made] = await withSaid(tx, kind.name, [made])
  await tx.insertInto(shared(kind.table)).values(asColumns(searched)).execute()
  return id
}

/** Changes what was sent and leaves the rest (D7). */
export async function updateLinked(
  context: Context,
  kind: LinkedKind,
  change: { id: number; sent: SentLinked; guard: Guard } & Omit<Writing, 'siteZone'>,
): Promise<void> {
  await context.db.write(async (tx) => {
    const row = await rowToChange(tx, kind, change.id)
    assertMayEdit(change.caller, row)
    await change.guard(row)
    await updateLinkedIn(tx, kind, row, {
      ...change,
      siteZone: context.siteZone,
      declared: context.declared,
    })
  })
}

/** As {@link updateLinked}, within a transaction, of a row that may be changed. */
export async function updateLinkedIn(
  tx: Writer,
  kind: LinkedKind,
  row: LinkedRow,
  change: Writing & { readonly sent: SentLinked },
): Promise<void> {
  const sent = withoutEchoes(change.sent, row, change)
  if (sent.title !== undefined) assertNamed(kind, sent.title, 'notUpdated')
  const post = await changedPost(tx, kind, row, sent, change)
  const columns = storedColumns(kind, sent.columns)
  const own = await ownOfLinked(tx, kind, { sent, before: row, after: { ...row, ...post } }, change)
  const changed: LinkedRow = { ...row, ...post, ...columns, own }
  assertTogether(kind, changed)
  const derived = kind.derive(changed, row, new Set(Object.keys(sent.columns)))
  const after: LinkedRow = { ...changed, ...derived }
  if (isUnchanged(row, after)) return
  // What only those see who edit it is no news to anybody else.
  const between = { before: String(row['own'] ?? ''), after: own }
  const isQuiet =
    isUnchanged({ ...row, own: '' }, { ...after, own: '' }) &&
    !differsForAll(change.declared, kind.name, between)
  const [{ folded } = after] = await withSaid(tx, kind.name, [
    { ...after, folded: foldedLinked(kind, after) },
  ])
  await tx
    .updateTable(shared(kind.table))
    .set({
      ...post,
      ...columns,
      ...derived,
      own,
      folded,
      ...(isQuiet ? { modified_at: row.modified_at } : {}),
    })
    .where('id', '=', row.id)
    .execute()
  if (isQuiet) await keepFromAll(tx, kind.name, [row.id])
  if (kind.place.some((column) => after[column] !== row[column])) await moveEvents(tx, kind, row.id)
}

/** Whether a record says already what is sent of fields of one’s own. */
async function saysSame(
  tx: Writer,
  { name }: LinkedKind,
  stored: LinkedRow,
  { fields }: Pick<SentLinked, 'fields'>,
): Promise<boolean> {
  if (fields === undefined || fields === null) return true
  const own = String(stored['own'] ?? '')
  const change = { kind: name, sent: fields, stored: own, wasPublic: true, isPublic: false }
  const outcome = await changeOwn(tx, change)
  return 'stored' in outcome && outcome.stored === own
}

/** What a venue or organizer stores of fields of one’s own after a write. Throws 400 with what is wrong with it. */
async function ownOfLinked(
  tx: Writer,
  { name }: LinkedKind,
  written: {
    readonly sent: Pick<SentLinked, 'fields'>
    readonly before?: LinkedRow
    readonly after: Pick<LinkedRow, 'status'>
  },
  { declared, isNested = false }: Pick<Writing, 'declared'> & Nested,
): Promise<string> {
  const { sent, before, after } = written
  const stored = String(before?.['own'] ?? '')
  const isRequired = declared?.all.some((field) => field.required && field.kinds.includes(name)) ?? false
  const [wasPublic, isPublic] = [before?.status === 'publish', after.status === 'publish']
  if (sent.fields === undefined && !(isRequired && isPublic && !wasPublic)) return stored
  const change = {
    kind: name,
    sent: sent.fields,
    stored,
    wasPublic,
    isPublic: declared !== undefined && isPublic,
  }
  const outcome = await changeOwn(tx, change)
  if ('fault' in outcome)
    throw invalidParams(isNested ? { [name]: `[fields] ${outcome.fault}` } : { fields: outcome.fault })
  return outcome.stored
}

/** Whoever may publish an event may publish what its author made for it. */
const publisher: Caller = { id: 0, role: 'administrator', login: '' }

/**
 * Publishes those of the records that are drafts or pending and that this author made (D55), within the transaction in which an
 * event of theirs that links to them is published.
 */
export async function publishLinkedIn(
  tx: Writer,
  kind: LinkedKind,
  { ids, author_id }: { ids: readonly number[]; author_id: number },
  clock: Pick<Writing, 'now' | 'siteZone'>,
): Promise<void> {
  if (ids.length === 0) return
  const waiting = await tx
    .selectFrom(shared(kind.table))
    .select('id')
    .where('id', 'in', ids)
    .where('author_id', '=', author_id)
    .where('status', 'in', ['draft', 'pending'])
    .execute()
  for (const { id } of waiting) {
    const row = await rowToChange(tx, kind, id)
    const published = await changedPost(tx, kind, row, { status: 'publish' }, { ...clock, caller: publisher })
    await tx.updateTable(shared(kind.table)).set(published).where('id', '=', id).execute()
    if (kind.place.includes('status')) await moveEvents(tx, kind, id)
  }
}

/** Who moves which record to the trash, and what to check before. */
interface Removal {
  readonly id: number
  readonly caller: Caller
  readonly now: Temporal.Instant
  readonly guard: Guard
}

/** Moves the record to the trash; throws 410 when it is there. Its links stay, unseen, until it is restored (D14). */
export async function trashLinked(context: Context, kind: LinkedKind, removal: Removal): Promise<void> {
  await context.db.write((tx) => trashLinkedIn(tx, kind, removal))
}

/** As {@link trashLinked}, within a transaction. */
export async function trashLinkedIn(tx: Writer, kind: LinkedKind, removal: Removal): Promise<void> {
  const row = await rowToChange(tx, kind, removal.id)
  assertMayDelete(removal.caller, row)
  if (row.status === 'trash') throw new ApiError(kind.refusals.trashed)
  await removal.guard(row)
  const trashed = await trashedPost(tx, kind, row, removal.now)
  await tx.updateTable(shared(kind.table)).set(trashed).where('id', '=', row.id).execute()
  if (kind.place.includes('status')) await moveEvents(tx, kind, row.id)
}

/** Removes the record and its links for good, even from the trash (D22). */
export async function removeLinked(
  context: Context,
  kind: LinkedKind,
  removal: { id: number; caller: Caller; guard: Guard },
): Promise<void> {
  await context.db.write(async (tx) => {
    const row = await rowToChange(tx, kind, removal.id)
    assertMayDelete(removal.caller, row)
    await removal.guard(row)
    if (row.status !== 'trash' && kind.place.includes('status')) await moveEvents(tx, kind, row.id)
    await removePost(tx, row.id)
  })
}

/** The record that is to be changed; throws 400 when it is gone. */
export async function rowToChange(tx: Writer, kind: LinkedKind, id: number): Promise<LinkedRow> {
  const row = await findLinked(tx, kind, id)
  // It existed when the request was checked, a moment ago.
  if (!row) throw invalidParams({ id: `names a ${kind.name} that is gone` })
  return row
}

/** What a request sends, in stored form: an existing record equals it if it is the same in all of that (D16). */
function sentFields(sent: SentLinked, row: LinkedRow): Record<string, unknown> {
  const names = [
    ...Object.keys(sent.columns),
    ...(sent.description === undefined ? [] : ['description']),
    ...(sent.image_id === undefined ? [] : ['image_id']),
    ...(sent.status === undefined ? [] : ['status']),
    ...(sent.slug === undefined ? [] : ['slug']),
    ...(sent.author === undefined ? [] : ['author_id']),
    ...(sent.date === undefined && sent.date_utc === undefined ? [] : ['date_at']),
  ]
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

/** Throws the refusal for a name of which nothing can be seen (D42). */
export function assertNamed(kind: LinkedKind, name: string, refusal: 'notCreated' | 'notUpdated'): void {
  if (stripTags(name).trim() === '') throw new ApiError(kind.refusals[refusal])
}

/** Leaves out texts that only repeat the rendered form of the stored ones (D49). */
function withoutEchoes(sent: SentLinked, row: LinkedRow, { home }: Pick<Writing, 'home'>): SentLinked {
  const { title, description, ...rest } = sent
  return {
    ...rest,
    ...(title === undefined || sameRendered(title, row.title, { render: renderTitle, home })
      ? {}
      : { title }),
    ...(description === undefined ||
    (description !== null && sameRendered(description, row.description, { render: renderContent, home }))
      ? {}
      : { description }),
  }
}

/** Values in stored form: a cleared text is empty, a cleared number null. */
export function storedColumns(
  { columns: initial }: LinkedKind,
  columns: SentLinked['columns'],
): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? flagOf(value) : (value ?? (initial[name] === null ? null : '')),
    ]),
  )
}

/** Columns that must agree were checked with the request; another write may have changed them since. */
function assertTogether(kind: LinkedKind, row: Readonly<Record<string, unknown>>): void {
  const faults = kind.faults(row)
  if (Object.keys(faults).length > 0) throw invalidParams(faults)
}

/** The folded text in which searches look for a venue or organizer. */
export function foldedLinked(
  kind: LinkedKind,
  row: Readonly<Record<string, string | number | null>>,
): string {
  const texts = ['title', 'description', ...Object.keys(kind.columns)].map((name) => row[name])
  return searchText(texts.filter((text) => typeof text === 'string'))
}

/** Gives a row the type of its table; see `shared`. */
export function asColumns(row: LinkedRow): Tables['venues'] {
  return row as LinkedRow & Tables['venues']
}
