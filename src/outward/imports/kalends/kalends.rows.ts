import { foldedOf } from '../../../records/events/events.columns.ts'
import type { EventRow } from '../../../records/rows/event.row.ts'
import { readFields } from '../../../fields/exported.ts'
import type { ExportRecord } from '../../exports/exports.lines.ts'
import { columns, type RecordKind } from '../../exports/exports.records.ts'
import type { LinkedKind, LinkedRow } from '../../../records/linked/linked.kind.ts'
import { foldedLinked } from '../../../records/linked/linked.write.ts'
import { foldedMedia } from '../../../records/media/media.keep.ts'
import type { MediaRow } from '../../../records/media/media.record.ts'
import { organizerKind } from '../../../records/organizers/organizers.kind.ts'
import { nameColumns } from '../../../records/terms/terms.slug.ts'
import { costKind } from '../../../pure/text/costKind.ts'
import { fold } from '../../../pure/text/fold.ts'
import { venueKind } from '../../../records/venues/venues.kind.ts'

/** A row as it is stored. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/** The kinds of records that keep their ids. */
export type KeptKind = Exclude<RecordKind, 'user' | 'field' | 'redirect'>

/** The columns of a record with those that are made from them. Throws a RangeError, with a sentence, for impossible values. */
export function rowOf(kind: KeptKind, record: ExportRecord): Row {
  // The fields of the kind read its columns.
  const row = readFields(columns[kind], record) as Row
  return { ...row, ...derived[kind](row, record) }
}

type Derive = (row: Row, record: ExportRecord) => Readonly<Record<string, unknown>>

const derived: Readonly<Record<KeptKind, Derive>> = {
  category: (row) => ({ ...termColumns(row), taxonomy: 'tribe_events_cat' }),
  tag: (row) => ({ ...termColumns(row), taxonomy: 'post_tag' }),
  image: (row) => ({ folded: foldedMedia(row as Row & MediaRow) }),
  venue: linkedColumns(venueKind),
  organizer: linkedColumns(organizerKind),
  series: () => ({}),
  event: (row, record) => {
    const event = row as Row & EventRow
    if (event.ends_at < event.starts_at) throw new RangeError('ends before it starts')
    // By its schema, it is a list of texts.
    const cost = record['cost'] as string[]
    return { ...titleColumns(event), folded: foldedOf(event), cost_kind: costKind(cost) }
  },
}

function termColumns(row: Row) {
  return nameColumns(String(row['name']), String(row['slug']))
}

function titleColumns({ title }: { title: string }) {
  return { title_folded: fold(title) }
}

function linkedColumns(kind: LinkedKind): Derive {
  return (row) => {
    const linked = row as Row & LinkedRow
    const faults = Object.entries(kind.faults(linked)).map(([name, says]) => `“${name}” ${says}`)
    if (faults.length > 0) throw new RangeError(faults.join('; '))
    return { ...titleColumns(linked), folded: foldedLinked(kind, linked) }
  }
}
