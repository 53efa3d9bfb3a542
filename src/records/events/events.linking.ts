import { sql } from 'kysely'
import { type Caller, can, mayRead } from '../../http/auth/rights.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { decode, invalidParams } from '../../http/decodedParameters.ts'
import type { Ask, Faults } from '../../http/resource.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import { writeFaults } from '../linked/linked.faults.ts'
import type { LinkedKind, ShownLinked, SentLinked } from '../linked/linked.kind.ts'
import { readLinked } from '../linked/linked.query.ts'
import { type LinkedParams, sentOf } from '../linked/linked.fields.ts'
import { createLinkedIn, publishLinkedIn } from '../linked/linked.write.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Linked } from '../../pure/params/lists.ts'
import { abridged } from '../../pure/params/parameter.ts'
import type { Context } from '../../http/context.ts'
import type { Writing } from '../posts/posts.write.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { linksOfEvents, readable } from './events.linked.ts'

/** The fields of a venue or organizer to be made, as they were sent. */
type Fields = Readonly<Record<string, unknown>>

/** Who makes a venue or organizer within an event, when and on which site. */
type Making = Pick<Ask, 'caller' | 'site' | 'now'>

/** Faults in the venues or organizers that an event is to be linked to, under the name of the parameter. */
export async function linkFaults(
  context: Context,
  kind: LinkedKind,
  wanted: readonly Linked[] | undefined,
  making: Making,
): Promise<Faults> {
  if (wanted === undefined) return {}
  const known = await knownOf(context.db.read, kind, wanted)
  const reasons = await inTimeSlices(wanted, (linked) =>
    'id' in linked
      ? idFault(kind, known.get(linked.id), linked.id, making.caller)
      : fieldsFault(context, kind, linked.fields, making),
  )
  return faultsOf(kind, reasons)
}

/**
 * The ids of the venues or organizers that are wanted, in their order and each once; those that were sent by their fields
 * are made (D13). Throws 400 when one does not exist or cannot be made.
 */
export async function chosenIds(
  tx: Writer,
  kind: LinkedKind,
  wanted: readonly Linked[],
  writing: Writing,
): Promise<readonly number[]> {
  // Fields were checked with the request; a record that was named by id may have been removed since.
  const known = await knownOf(tx, kind, wanted)
  const faults = faultsOf(
    kind,
    wanted.map((linked) =>
      'id' in linked ? idFault(kind, known.get(linked.id), linked.id, writing.caller) : undefined,
    ),
  )
  if (Object.keys(faults).length > 0) throw invalidParams(faults)
  const ids = await inTimeSlices(wanted, (linked) =>
    'id' in linked
      ? linked.id
      : createLinkedIn(tx, kind, fieldsOf(kind, linked.fields), { ...writing, isNested: true }),
  )
  return [...new Set(ids)]
}

/** Links an event that has none yet to these venues or organizers in their order. */
export async function addLinks(
  tx: Writer,
  { link: { table, column } }: LinkedKind,
  eventId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((id, position) => sql`(${eventId}, ${id}, ${position})`)
  await sql`insert into ${sql.table(table)} (event_id, ${sql.ref(column)}, position) values ${sql.join(rows)}`.execute(
    tx,
  )
}

/**
 * Links an event to these venues or organizers instead of those it has; they are chosen as by {@link chosenIds}. A list that
 * only repeats those the caller sees leaves all links as they are, unseen ones included (D14, D49). Answers whether any changed.
 */
export async function relink(
  tx: Writer,
  kind: LinkedKind,
  eventId: number,
  wanted: readonly Linked[],
  writing: Writing,
): Promise<boolean> {
  const ids = await chosenIds(tx, kind, wanted, writing)
  const linked = (await linksOfEvents(tx, [eventId])).ids(kind.name)
  const shown = await readable(rowsIn(tx), kind, linked, writing.caller)
  if (isSame(ids, linked) || isSame(ids, [...shown.keys()])) return false
  await sql`delete from ${sql.table(kind.link.table)} where event_id = ${eventId}`.execute(tx)
  await addLinks(tx, kind, eventId, ids)
  return true
}

/** Venues or organizers that an event has, in their order. */
export interface Links {
  readonly kind: LinkedKind
  readonly ids: readonly number[]
}

/** Publishes what the author of an event made for it, as the event is published (D55): of these links, or of those that it has. */
export async function publishLinks(
  tx: Writer,
  { id, author_id }: { readonly id: number; readonly author_id: number },
  clock: Pick<Writing, 'now' | 'siteZone'>,
  links?: readonly Links[],
): Promise<void> {
  for (const { kind, ids } of links ?? (await allLinks(tx, id)))
    await publishLinkedIn(tx, kind, { ids, author_id }, clock)
}

/** The venues and organizers that an event has, whoever may see them. */
export async function allLinks(tx: Writer, eventId: number): Promise<Links[]> {
  const links = await linksOfEvents(tx, [eventId])
  return [venueKind, organizerKind].map((kind) => ({ kind, ids: links.ids(kind.name) }))
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index])
}

async function knownOf(
  db: Reader,
  kind: LinkedKind,
  wanted: readonly Linked[],
): Promise<Map<number, ShownLinked>> {
  const ids = wanted.flatMap((linked) => ('id' in linked ? [linked.id] : []))
  return new Map((await readLinked(kind)(db, ids)).map((row) => [row.id, row]))
}

function idFault(
  kind: LinkedKind,
  row: ShownLinked | undefined,
  id: number,
  caller: Caller,
): string | undefined {
  if (!row || !mayRead(caller, row))
    return `must name ${kind.table} that there are, and none has the ID ${id}`
  return row.status === 'trash' ? `must not name ${kind.table} in the trash, and ${id} is there` : undefined
}

function faultsOf({ name }: LinkedKind, reasons: readonly (string | undefined)[]): Faults {
  const found = reasons.filter((reason) => reason !== undefined)
  return found.length > 0 ? { [name]: abridged(found, '; ') } : {}
}

/** The fault in the fields of a new one. A blank name is only refused when it is made, with a code of its own. */
async function fieldsFault(
  context: Context,
  kind: LinkedKind,
  fields: Fields,
  making: Making,
): Promise<string | undefined> {
  if (fields[kind.name] === undefined || fields[kind.name] === null) {
    return `must have a name: give the new one a member “${kind.name}”, or an “id” to link one that is there`
  }
  // A caller who may not write at all is refused for that alone: cleaning the texts of hundreds of records would take time.
  if (!can(making.caller, 'edit_own')) return undefined
  const { faults, values } = decode(kind.createParams, withoutEmptyName(kind, fields))
  const reasons = new Map([...faults].map(([name, { message }]) => [name, message]))
  // As little as one that is there (D14).
  if (values['status'] === 'trash') reasons.set('status', 'must not be trash, where nothing can be linked to')
  const more = await writeFaults(context, kind, { ...making, params: values })
  for (const [name, says] of Object.entries(more)) reasons.set(name, says)
  if (reasons.size === 0) return undefined
  return [...reasons].map(([name, says]) => `[${name}] ${says}`).join(', ')
}

/** The fields as they are stored; their image is an id by now (`events.images.ts`). */
function fieldsOf(kind: LinkedKind, fields: Fields): SentLinked {
  const { values } = decode(kind.createParams, withoutEmptyName(kind, fields))
  const { image }: LinkedParams = values
  return { ...sentOf(kind, values), ...(image && 'id' in image ? { image_id: image.id } : {}) }
}

function withoutEmptyName(kind: LinkedKind, fields: Fields): Fields {
  const { [kind.name]: name, ...rest } = fields
  return typeof name === 'string' && name.trim() === '' ? rest : fields
}
