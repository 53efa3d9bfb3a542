import { withSaid } from '../own/own.said.ts'
import { isForEditors, ownOfEvent, writeForEditors } from './events.own.write.ts'
import { sql } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Linked } from '../../pure/params/lists.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import {
  assertMayDelete,
  assertMayEdit,
  changedPost,
  newItem,
  newPost,
  newSlug,
  removePost,
  trashedPost,
  type Writing,
} from '../posts/posts.write.ts'
import { isUnchanged } from '../posts/posts.unchanged.ts'
import { eraseGuestsOf } from '../registration/guests.erase.write.ts'
import { assertNobodyComes, fillPlaces } from '../registration/registration.fill.write.ts'
import { tellOfChange, venuesBefore } from '../registration/registration.news.write.ts'
import { ticketsOf } from '../tickets/tickets.query.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { leadToSeries } from './events.gone.write.ts'
import { blankRow, decisive, ownColumns, settledRow } from './events.columns.ts'
import { startsBefore } from './events.happening.ts'
import { addLinks, chosenIds, type Links, publishLinks, relink } from './events.linking.ts'
import type { CreateEvent, UpdateEvent } from './events.params.ts'
import type { WithImage } from './events.images.ts'
import { writeNote } from './events.notes.write.ts'
import { assertOfSeries, settledRegistration } from './events.registration.ts'
import { existingEvent } from '../rows/event.access.ts'
import { withoutEchoes } from './events.echoes.ts'
import { rejoinSeries } from './events.rejoin.write.ts'
import { excludeKey, rememberedChange } from './events.series.ts'
import { settleTimes } from './events.span.ts'
import type { TimeColumns, EventRow } from '../rows/event.row.ts'
import {
  chooseTerms,
  countTerms,
  exchangeTerms,
  isCounted,
  type OwnTerm,
  ownTerms,
} from './events.terms.write.ts'

/** Checks a row before it changes, such as against If-Match, and throws to refuse the change. */
export type Guard = (db: Reader, event: EventRow) => Promise<void>

/** A change to an existing event: which one, by whom, and what to check before. */
export interface Change extends Writing {
  readonly id: number
  readonly guard: Guard
}

/** Makes an event with everything nested in it, all or nothing (D13); answers its id. */
export async function createEvent(
  context: Context,
  sent: CreateEvent & WithImage,
  writing: Writing,
): Promise<number> {
  const digest = await digestOf(context, sent.password)
  const settled = settleTimes(sent, writing)
  if ('faults' in settled) throw invalidParams(settled.faults)
  const own = { ...settled.columns, password_digest: digest ?? null }
  return context.db.write(async (tx) => (await createEventIn(tx, sent, own, writing)).event.id, 'events')
}

/** A new event with what it is linked to. */
export interface MadeEvent {
  readonly event: EventRow
  readonly links: readonly Links[]
  readonly terms: readonly OwnTerm[]
}

/** As {@link createEvent}, within a transaction; `own`: its times, and what else does not follow from what was sent. */
export async function createEventIn(
  tx: Writer,
  sent: CreateEvent & WithImage,
  own: TimeColumns & Pick<EventRow, 'password_digest'> & Partial<EventRow>,
  writing: Writing,
): Promise<MadeEvent> {
  const post = newPost(sent, writing)
  const id = await newItem(tx, kinds.event)
  const [slug, links, terms] = await Promise.all([
    newSlug(tx, kinds.event, { ...post, id }, { sent, caller: writing.caller }),
    chooseLinks(tx, sent, writing),
    chooseTerms(tx, [], sent, writing.caller),
  ])
  const registration = settledRegistration(sent.registration, { ...writing, event: own })
  const said = { ...post, ...ownColumns(sent, null), ...registration, ...own, id, slug }
  const says = await ownOfEvent(tx, { sent, after: said, terms: async () => terms }, writing)
  const made = newRow({ ...said, own: says }, writing)
  const [event = made] = await withSaid(tx, 'event', [made])
  if (event.series_id !== null) assertOfSeries(event)
  await insertEvent(tx, { event, links, terms })
  await writeNote(tx, event, sent.review_note)
  return { event, links, terms }
}

/** Stores a new event. */
async function insertEvent(tx: Writer, { event, links, terms }: MadeEvent): Promise<void> {
  // Done in this order, but without waiting for the answer of each: none needs that of the one before.
  await Promise.all([
    tx.insertInto('events').values(event).execute(),
    ...links.map(({ kind, ids }) => addLinks(tx, kind, event.id, ids)),
    exchangeTerms(tx, event.id, [], terms),
    countTerms(tx, undefined, { ...event, terms }),
  ])
}

/** The row of a new event, with defaults for what was not sent. */
export function newRow(
  said: Omit<EventRow, keyof ReturnType<typeof blankRow> | 'folded' | 'registration_shown'> &
    Partial<EventRow>,
  writing: Pick<Writing, 'now'>,
): EventRow {
  return settledRow({ ...blankRow(), ...said }, writing)
}

/** Changes what was sent and leaves the rest (D7). A status brings an event back from the trash (D22). */
export async function updateEvent(
  context: Context,
  sent: UpdateEvent & WithImage,
  pageUrl: (event: EventRow) => string,
  change: Change,
): Promise<void> {
  const digest = await digestOf(context, sent.password)
  await context.db.write(async (tx) => {
    const stored = await existingEvent(tx, change.id)
    await updateEventIn(tx, { context, sent, digest, pageUrl }, { ...change, stored })
  }, 'events')
}

/** What is to be changed of an event: what was sent, with the digest of the password if one was. */
export interface Update {
  readonly context: Context
  readonly sent: UpdateEvent & WithImage
  readonly digest?: string | null | undefined
  readonly pageUrl: (event: EventRow) => string
  /** The times that it gets, where they do not follow from what was sent. */
  readonly times?: TimeColumns | undefined
  /** The columns by which it belongs to a series; else the fields that are changed are remembered. */
  readonly series?: Pick<EventRow, 'series_id' | 'series_key' | 'series_changed'> | undefined
}

/** As {@link updateEvent}, within a transaction; answers the event before and after. */
export async function updateEventIn(
  tx: Writer,
  { context, sent, digest, pageUrl, times, series }: Update,
  change: Change & { readonly stored: EventRow },
): Promise<{ readonly before: EventRow; readonly after: EventRow }> {
  const { stored } = change
  assertMayEdit(change.caller, stored)
  await change.guard(tx, stored)
  const tickets = sent.cost === undefined ? [] : ((await ticketsOf(tx, [stored.id])).get(stored.id) ?? [])
  const { costFormat, currencyCode } = context
  const changes = withoutEchoes(sent, stored, {
    pageUrl: pageUrl(stored),
    costFormat,
    currencyCode,
    tickets,
  })
  const settled = times ? { columns: times } : settleTimes(changes, change, stored)
  if ('faults' in settled) throw invalidParams(settled.faults)
  const post = await changedPost(tx, kinds.event, stored, changes, change)
  const said = {
    ...stored,
    ...post,
    ...ownColumns(changes, ''),
    ...settled.columns,
    ...settledRegistration(changes.registration, { ...change, event: settled.columns }),
    ...(digest === undefined ? {} : { password_digest: digest }),
  }
  const event = settledRow(said, change)
  if (series?.series_id && (changes.registration || stored.series_id === null)) assertOfSeries(event)
  const isBack = stored.status === 'trash' && event.status !== 'trash'
  const previous_starts = startsBefore(stored, event, changes)
  const venues = await venuesBefore(tx, stored)
  let isMoved = false
  const relinked: string[] = []
  for (const { kind, wanted } of linksIn(changes)) {
    const isOther = await relink(tx, kind, stored.id, wanted, change)
    if (isOther) relinked.push(kind.name)
    if (kind === venueKind) isMoved = isOther
  }
  const tagged = await taggedAnew(tx, stored, changes, change)
  if (tagged?.isOther) relinked.push('categories', 'tags')
  const own = await ownOfEvent(
    tx,
    {
      sent: changes,
      before: stored,
      after: event,
      terms: async () => tagged?.terms ?? ownTerms(tx, stored.id),
    },
    change,
  )
  const [searched = event] = await withSaid(tx, 'event', [{ ...event, own }])
  const after = {
    ...searched,
    previous_starts,
    ...(series ?? rememberedChange(stored, searched, { changes, relinked })),
    ...(series === undefined && isBack ? await rejoinSeries(tx, stored, change) : {}),
  }
  const isAlone = !(await writeNote(tx, after, changes.review_note)) && relinked.length === 0
  if (isAlone && isUnchanged(stored, after)) return { before: stored, after: stored }
  await assertNobodyComes(tx, stored, after, change)
  if (isAlone && isForEditors(stored, after, change))
    return { before: stored, after: await writeForEditors(tx, stored, after) }
  await setColumns(tx, stored, after)
  await tellOfChange(tx, stored, after, { ...change, venues })
  await fillPlaces(tx, after, change)
  if (isMoved || decisive.some((column) => after[column] !== stored[column]))
    await raiseSequence(tx, [stored.id])
  if (stored.status !== 'publish' && after.status === 'publish') await publishLinks(tx, after, change)
  await retag(tx, { before: stored, after }, tagged)
  return { before: stored, after }
}

/** Moves the event to the trash; throws 410 when it is there. */
export async function trashEvent(context: Context, change: Change): Promise<void> {
  await context.db.write((tx) => trashEventIn(tx, change), 'events')
}

/** As {@link trashEvent}, within a transaction. */
export async function trashEventIn(tx: Writer, change: Change): Promise<void> {
  const stored = await existingEvent(tx, change.id)
  assertMayDelete(change.caller, stored)
  if (stored.status === 'trash') throw new ApiError('event-is-in-trash')
  await change.guard(tx, stored)
  const trashed = {
    ...(await trashedPost(tx, kinds.event, stored, change.now)),
    trashed_at: epochSeconds(change.now),
    ...rememberedChange(stored, { ...stored, status: 'trash' }, { changes: { status: 'trash' } }),
  }
  await tx.updateTable('events').set(trashed).where('id', '=', stored.id).execute()
  await raiseSequence(tx, [stored.id])
  await tellOfChange(tx, stored, { ...stored, status: 'trash' }, change)
  const terms = await ownTerms(tx, stored.id)
  await countTerms(tx, { ...stored, terms }, { ...trashed, terms })
}

/** Removes the event for good, even from the trash (D22). Its series does not have its date any more. */
export async function removeEvent(context: Context, change: Change): Promise<void> {
  await context.db.write(async (tx) => {
    const stored = await existingEvent(tx, change.id)
    assertMayDelete(change.caller, stored)
    await change.guard(tx, stored)
    await excludeKey(tx, stored)
    await removeEventRowIn(tx, stored, change)
  }, 'events')
}

/** Removes the row of an event for good, with its links. Throws 409 while people count on it; how many came stays. */
export async function removeEventRowIn(
  tx: Writer,
  stored: EventRow,
  writing: Pick<Writing, 'now' | 'siteZone'>,
): Promise<void> {
  await assertNobodyComes(tx, stored, undefined, writing)
  await eraseGuestsOf(tx, stored, writing.siteZone)
  await countTerms(tx, { ...stored, terms: await ownTerms(tx, stored.id) }, undefined)
  await leadToSeries(tx, stored)
  await removePost(tx, stored.id)
}

/** Raises the `sequence` of events, by which calendars that subscribe to them see a change (RFC 5545, 3.8.7.4). */
export async function raiseSequence(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await tx
      .updateTable('events')
      .set({ sequence: sql`sequence + 1` })
      .where('id', '=', id)
      .execute()
  }
}

/** Writes only the columns that changed: each column that is written makes work for indexes and derived tables. */
async function setColumns(tx: Writer, before: EventRow, after: EventRow): Promise<void> {
  const changed = Object.entries(after).filter(
    ([column, value]) => value !== before[column as keyof EventRow],
  )
  if (changed.length === 0) return
  await tx.updateTable('events').set(Object.fromEntries(changed)).where('id', '=', before.id).execute()
}

/** The ids that a new event is to be linked to; new venues and organizers are made. */
async function chooseLinks(tx: Writer, sent: CreateEvent, writing: Writing): Promise<Links[]> {
  const links: Links[] = []
  for (const { kind, wanted } of linksIn(sent))
    links.push({ kind, ids: await chosenIds(tx, kind, wanted, writing) })
  return links
}

/** The venues and organizers that were sent, venues first. */
function linksIn(sent: UpdateEvent): { kind: LinkedKind; wanted: readonly Linked[] }[] {
  return [venueKind, organizerKind].flatMap((kind) => {
    const wanted = sent[kind.name]
    return wanted ? [{ kind, wanted }] : []
  })
}

/** The terms that an event had and is to have. */
interface Tagged {
  readonly had: readonly OwnTerm[]
  readonly terms: readonly OwnTerm[]
  readonly isOther: boolean
}

/** The terms that it is to have, if they were sent; those that there are not yet are made. */
async function taggedAnew(
  tx: Writer,
  stored: EventRow,
  sent: UpdateEvent,
  { caller }: Writing,
): Promise<Tagged | undefined> {
  if (!sent.categories && !sent.tags) return undefined
  const had = await ownTerms(tx, stored.id)
  const terms = await chooseTerms(tx, had, sent, caller)
  const ids = new Set(had.map(({ id }) => id))
  return { had, terms, isOther: ids.symmetricDifference(new Set(terms.map(({ id }) => id))).size > 0 }
}

/** Updates terms and their counts. Nearly every update leaves both as they are, and then they are not even read. */
async function retag(
  tx: Writer,
  { before, after }: { before: EventRow; after: EventRow },
  tagged: Tagged | undefined,
): Promise<void> {
  if (!tagged && isCounted(before) === isCounted(after)) return
  const had = tagged?.had ?? (await ownTerms(tx, before.id))
  const terms = tagged?.terms ?? had
  await exchangeTerms(tx, before.id, had, terms)
  await countTerms(tx, { ...before, terms: had }, { ...after, terms })
}

/** The digest to store; undefined: no password was sent, null: the password is removed. */
export async function digestOf(
  context: Context,
  password: string | null | undefined,
): Promise<string | null | undefined> {
  return typeof password === 'string' ? context.passwordDigest(password) : password
}
