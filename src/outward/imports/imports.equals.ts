import type { Reader } from '../../storage/db/dialect.ts'
import { TimeSlices } from '../../http/timeSlices.ts'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { findEquals } from '../../records/linked/linked.query.ts'
import { storedColumns } from '../../records/linked/linked.write.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { fold } from '../../pure/text/fold.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { nameOf } from './imports.keys.ts'
import type { Planned, Planning } from './imports.planned.ts'
import { isNamedBy } from './imports.query.ts'
import type { ImportedOrganizer, ImportedVenue } from './imports.record.ts'

/** A venue or organizer to be written. */
export type PlannedLinked = Planned<ImportedVenue | ImportedOrganizer>

/** New venues or organizers of a source that are there already, by their names: by id, or by the name of another one of the batch. */
export type KnownLinked = ReadonlyMap<string, { readonly id: number } | { readonly sameAs: string }>

/**
 * Finds the new venues or organizers of a batch that equal one that is here in everything that their source says of them, by the rule
 * of creating them (D16); when and by whom a record was made, and its address, are none of that. A source with names of its own
 * for its records says that they are several.
 */
export async function findFound(
  db: Reader,
  planned: readonly PlannedLinked[],
  { writing, sourceId }: Pick<Planning, 'writing' | 'sourceId'>,
  images: ReadonlyMap<string, number>,
): Promise<KnownLinked> {
  const found = new Map<string, { id: number } | { sameAs: string }>()
  /** Those to be made, by their folded titles: a batch may have hundreds. */
  const made = new Map<string, { name: string; fields: Readonly<Record<string, unknown>> }[]>()
  const slices = new TimeSlices()
  // What says more comes first, so that a bare name is found among them.
  const fresh = planned.filter(({ id }) => id === undefined)
  for (const each of fresh.toSorted((one, other) => sizeOf(other) - sizeOf(one))) {
    const rest = slices.next()
    if (rest) await rest
    const { record } = each
    const kind = record.kind === 'venue' ? venueKind : organizerKind
    const title = String(each.values[kind.name])
    const fields = fieldsOf(kind, each, images)
    const [other] = fields ? await findEquals(db, kind, { title, fields }, writing.caller) : []
    const isOthers =
      other && !(record.id !== undefined && (await isNamedBy(db, sourceId, record.kind, other.id)))
    if (other && isOthers) {
      found.set(nameOf(record), { id: other.id })
      continue
    }
    const name = `${record.kind} ${fold(title)}`
    const namesakes = made.get(name) ?? []
    const same =
      fields && record.id === undefined ? namesakes.find((one) => isSame(one.fields, fields)) : undefined
    if (same) found.set(nameOf(record), { sameAs: same.name })
    else if (fields)
      made.set(name, [...namesakes, { name: nameOf(record), fields: { ...blankOf(kind), ...fields } }])
  }
  return found
}

/** Whether a record has all that another one says. */
function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(other).every(([name, value]) => one[name] === value)
}

function blankOf(kind: LinkedKind): Record<string, unknown> {
  return { ...kind.columns, description: '', image_id: null, status: 'publish' }
}

/** What a source says of a record, in stored form; undefined where that is not known before the record is written. */
function fieldsOf(
  kind: LinkedKind,
  { record, values }: PlannedLinked,
  images: ReadonlyMap<string, number>,
): Record<string, unknown> | undefined {
  const said = Object.fromEntries(
    Object.keys(kind.columns).flatMap((name) => (name in values ? [[name, values[name]]] : [])),
  )
  const image = typeof record.image === 'string' ? images.get(record.image) : record.image
  if (typeof record.image === 'string' && image === undefined) return undefined
  return {
    ...storedColumns(kind, said as Parameters<typeof storedColumns>[1]),
    ...(values['description'] === undefined ? {} : { description: values['description'] ?? '' }),
    ...(values['status'] === undefined ? {} : { status: values['status'] }),
    ...(image === undefined ? {} : { image_id: image }),
  }
}

function sizeOf({ record }: PlannedLinked): number {
  return Object.values(record.fields).filter((value) => value !== null && value !== '').length
}
