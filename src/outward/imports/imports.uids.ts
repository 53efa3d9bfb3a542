import type { Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { PlannedOf } from './imports.planned.ts'
import { type ImportReport, partsOf, remark } from './imports.report.ts'
import { subjectOf } from './imports.subject.ts'

/** What sources call new events in their feeds that events are called here already: these get other names, which is told. */
export async function takenUids(
  tx: Writer,
  planned: readonly PlannedOf<'event'>[],
  report: ImportReport,
): Promise<ReadonlySet<string>> {
  const fresh = planned.filter(({ id }) => id === undefined)
  const taken = new Set<string>()
  for (const uids of inParts(fresh.flatMap(({ record }) => record.uid ?? []))) {
    const rows = await tx.selectFrom('events').select('uid').where('uid', 'in', uids).execute()
    for (const { uid } of rows) taken.add(uid ?? '')
  }
  for (const { record } of fresh)
    if (record.uid !== undefined && taken.has(record.uid))
      remark(report, 'lost', {
        ...subjectOf(record),
        ...partsOf({
          field: 'uid',
          what: record.uid,
          why: 'another event has it here, so that feeds call this one otherwise',
        }),
      })
  return taken
}

/** Tells of events whose parents are not here. */
export function tellOrphans(
  planned: readonly PlannedOf<'event'>[],
  isHere: (key: string) => boolean,
  report: ImportReport,
): void {
  for (const { record } of planned) {
    const { parent } = record
    if (typeof parent === 'string' && parent !== record.key && !isHere(parent))
      remark(report, 'lost', {
        ...subjectOf(record),
        ...partsOf({
          field: 'post_parent',
          what: parent,
          why: 'the event that this one belongs to was not imported',
        }),
      })
  }
}
