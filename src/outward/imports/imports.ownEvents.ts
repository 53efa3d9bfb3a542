import type { Caller } from '../../http/auth/rights.ts'
import { utcText } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import { lastChange } from '../../records/events/events.read.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import { changedFields, digestOf } from './imports.digest.ts'
import type { Digest } from '../../records/posts/posts.digest.ts'
import { nameOf } from './imports.keys.ts'
import type { ImportedEvent, ImportRecord, OwnTable, Unreadable } from './imports.record.ts'
import type { TableSettings } from './imports.record.ts'

/** An event of here that a record of a table of ours is. */
export interface OwnEvent {
  readonly id: number
  /** The record with what is as it was left out of it: what a spreadsheet wrote in another form, or what moves along. */
  readonly record: ImportedEvent
  /** The event as the table would say it now. */
  readonly digest: Digest
  readonly isInTrash: boolean
  /** It was changed here after the table was written. */
  readonly isNewer: boolean
}

/** An import may see everything. */
const everybody: Caller = { id: 0, role: 'administrator', login: '' }

/**
 * The events of here among the records of a table that Kalends wrote, by key: those whose `id` and `uid` belong together here. They
 * are compared as the table would say them now, so that only what was edited in it counts.
 */
export async function findHere(
  db: Reader,
  all: readonly (ImportRecord | Unreadable)[],
  how: { readonly table: OwnTable; readonly now: Temporal.Instant } & TableSettings,
): Promise<ReadonlyMap<string, OwnEvent>> {
  const records = all.filter(
    (record): record is ImportedEvent =>
      record.kind === 'event' && 'own' in record && record.own !== undefined,
  )
  const rows = await rowsOf(db, records)
  const pairs = records.flatMap((record) => {
    const row = record.own && rows.find((row) => isOwn(row, record.own ?? { uid: '' }))
    return row ? [{ record, row }] : []
  })
  if (pairs.length === 0) return new Map()
  // The reader of tables is loaded when one is imported.
  const { recordNow } = await import('./csv/csv.ownTable.ts')
  const { alike } = await import('./csv/csv.alike.ts')
  const whole = await withLinks(
    rowsIn(db),
    pairs.map(({ row }) => row),
    everybody,
  )
  const found = pairs.map(({ record, row }, index) => ({
    record,
    row,
    event: whole[index] as EventWithLinks,
  }))
  return new Map(
    await inTimeSlices(found, ({ record, row, event }): [string, OwnEvent] => {
      const now = recordNow(event, how)
      const here: OwnEvent = {
        id: row.id,
        record: alike(record, now, how),
        digest: digestOf(now),
        isInTrash: row.status === 'trash',
        isNewer: isNewer(record, event),
      }
      return [record.key, here]
    }),
  )
}

/**
 * The records of a batch without those that only rows name which say nothing new of events of here: no venue is made, and no image
 * fetched, for what stays as it is.
 */
export function neededOf(
  records: readonly (ImportRecord | Unreadable)[],
  here: ReadonlyMap<string, OwnEvent>,
): readonly (ImportRecord | Unreadable)[] {
  if (here.size === 0) return records
  const needed = new Set<string>()
  for (const record of records) {
    if (record.kind !== 'event' || 'fault' in record) continue
    const own = here.get(record.key)
    const changes = own && new Set(changedFields(own.digest, digestOf(own.record)))
    for (const [member, kind] of members)
      if (changes?.has(member) ?? true)
        for (const key of [record[member] ?? []].flat()) needed.add(nameOf({ kind, key }))
  }
  return records.filter(
    (record) => record.kind === 'event' || 'fault' in record || needed.has(nameOf(record)),
  )
}

/** The members of events that name other records, and their kinds. */
const members = [
  ['venues', 'venue'],
  ['organizers', 'organizer'],
  ['categories', 'category'],
  ['tags', 'tag'],
  ['image', 'image'],
] as const

async function rowsOf(db: Reader, records: readonly ImportedEvent[]): Promise<EventRow[]> {
  const own = records.flatMap((record) => record.own ?? [])
  const found = new Map<number, EventRow>()
  for (const some of inParts(own.flatMap(({ id }) => id ?? [])))
    for (const row of await db.selectFrom('events').selectAll().where('id', 'in', some).execute())
      found.set(row.id, row)
  for (const some of inParts(own.flatMap(({ id, uid }) => (id === undefined ? uid : []))))
    for (const row of await db.selectFrom('events').selectAll().where('uid', 'in', some).execute())
      found.set(row.id, row)
  return [...found.values()]
}

/** Whether the id and uid of a row are those of an event; one without a uid of its own is called after its id (D3). */
function isOwn(row: EventRow, { id, uid }: { id?: number; uid: string }): boolean {
  if (id !== undefined && id !== row.id) return false
  return row.uid === null ? uid.startsWith(`event-${row.id}@`) : row.uid === uid
}

/** A table says to the second when an event was changed last; a spreadsheet leaves the minute. */
function isNewer({ own }: ImportedEvent, event: EventWithLinks): boolean {
  if (own?.modified === undefined) return false
  return utcText(lastChange(event)).slice(0, minuteLength) > own.modified.slice(0, minuteLength)
}

const minuteLength = 'YYYY-MM-DD HH:MM'.length
