import type { Reader } from '../../storage/db/dialect.ts'
import type { Difference } from './imports.compare.alone.ts'
import { differing } from './imports.compare.ts'
import { digestOf, isOld, partOf, renewed, timesTogether, unsureFields } from './imports.digest.ts'
import { findEdited, findPerhapsEdited } from './imports.edits.query.ts'
import { type ReadFields, readFields } from './imports.fields.ts'
import { htmlFields, isSameButAddresses } from './imports.generated.ts'
import { nameOf } from './imports.keys.ts'
import type { Planning } from './imports.planned.ts'
import type { KnownRecord } from './imports.relatedSources.ts'
import type { ImportRecord } from './imports.record.ts'
import { type ImportReport, remark } from './imports.report.ts'
import { subjectOf } from './imports.subject.ts'

/** A record whose digest of 0.1.0 does not say of some fields whether the source has changed them. */
interface Unsure {
  readonly record: ImportRecord
  readonly known: KnownRecord
  readonly fields: readonly string[]
}

/**
 * What is known of records, with digests of the present form. 0.1.0 compared what sources said, with all that they make anew: of a
 * field that now reads otherwise, nobody knows whether it was changed there. It counts as changed where it is not what is stored, but
 * not where somebody has written it here: nothing that was done here is lost, and it is told.
 */
export async function inPresentForm(
  db: Reader,
  records: readonly ImportRecord[],
  known: ReadonlyMap<string, KnownRecord>,
  { planning, report }: { readonly planning: Planning; readonly report: ImportReport },
): Promise<ReadonlyMap<string, KnownRecord>> {
  const found = new Map(known)
  const unsure: Unsure[] = []
  for (const record of records) {
    const before = known.get(nameOf(record))
    if (!before || before.gone === 1 || !isOld(before.digest)) continue
    const renewedOne = { ...before, digest: renewed(before.digest, record), isRenewed: true } as const
    found.set(nameOf(record), renewedOne)
    const fields = unsureFields(renewedOne.digest, digestOf(record))
    if (fields.length > 0) unsure.push({ record, known: renewedOne, fields })
  }
  if (unsure.length === 0) return found
  const changed = await changedOf(db, unsure, planning)
  for (const { record, known, fields } of unsure) {
    const { written, edited } = changed.get(nameOf(record)) ?? asIs
    const after = digestOf(record)
    const settled = fields.filter((name) => !written.has(name))
    const digest = {
      ...known.digest,
      ...Object.fromEntries(settled.map((name) => [name, after[name] ?? ''])),
    }
    found.set(nameOf(record), { ...known, digest })
    for (const name of edited)
      remark(report, 'assumed', {
        ...subjectOf(record),
        says: `${name}: it was changed here, and stays; the source may have changed it too`,
      })
  }
  return found
}

/** Fields that differ from what is stored: those that are taken, and those that somebody has written here. */
interface Settled {
  readonly written: ReadonlySet<string>
  readonly edited: ReadonlySet<string>
}

const asIs: Settled = { written: new Set(), edited: new Set() }

async function changedOf(
  db: Reader,
  unsure: readonly Unsure[],
  { writing, sourceId, home }: Planning,
): Promise<ReadonlyMap<string, Settled>> {
  const ids = new Map(unsure.map(({ record, known }) => [nameOf(record), known.record_id]))
  const parts = unsure.flatMap(({ record, fields }) => {
    const read: ReadFields | { fault: string } = readFields(record, writing)
    return 'fault' in read ? [] : [partOf({ ...read, record }, fields)]
  })
  const differences = await Array.fromAsync(
    differing(db, parts, sourceId, { siteZone: writing.siteZone, now: writing.now, home: home ?? '' }),
  )
  const here = differences.flatMap((one) => {
    const id = ids.get(nameOf({ kind: one.kind, key: one.id }))
    return id === undefined ? [] : [{ ...one, key: one.id, id }]
  })
  const [edited, perhaps] = [await findEdited(db, here), await findPerhapsEdited(db, here)]
  // Where nobody is known to have written it, a text of the same words is that of the source: links lead to pictures here by now.
  const isByHand = (one: (typeof here)[number]) =>
    edited.has(one) ||
    (perhaps.has(one) && !(htmlFields.has(one.field) && isSameButAddresses(one.there, one.here)))
  return new Map(
    [...Map.groupBy(here, nameOf)].map(([name, fields]) => {
      const byHand = new Set(fields.filter(isByHand).flatMap(membersOf))
      const others = new Set(fields.flatMap(membersOf))
      return [name, { written: others.difference(byHand), edited: byHand }]
    }),
  )
}

/** The fields of a record that a column here is made of. */
function membersOf({ kind, field }: Pick<Difference, 'kind' | 'field'>): readonly string[] {
  if (['start_wall', 'end_wall', ...timesTogether].includes(field)) return timesTogether
  if (field === 'terms') return ['categories', 'tags']
  if (field === 'image_id') return ['image']
  return field === 'title' && (kind === 'venue' || kind === 'organizer') ? [kind] : [field]
}
