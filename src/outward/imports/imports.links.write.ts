import { sql } from 'kysely'
import type { Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { allLinks, publishLinks } from '../../records/events/events.linking.ts'
import { isCounted, termsOf } from '../../records/events/events.terms.write.ts'
import { TimeSlices } from '../../http/timeSlices.ts'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import type { Writing } from '../../records/posts/posts.write.ts'
import { adjustTermCounts } from '../../records/terms/terms.write.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { nameOf } from './imports.keys.ts'
import { isNamedBy } from './imports.query.ts'
import type { ImportedEvent } from './imports.record.ts'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'
import { type ImportReport, remark } from './imports.report.ts'
import type { WrittenEvent } from './imports.written.ts'

/** What resolving links needs. */
interface Linking {
  /** Ids of records by {@link nameOf}. */
  readonly ids: ReadonlyMap<string, number>
  readonly report: ImportReport
}

/** Sets the links that the records of events have, and updates the counts of terms. */
export async function writeLinks(
  tx: Writer,
  events: readonly WrittenEvent[],
  linking: Linking,
): Promise<void> {
  await writeOrdered(tx, venueKind, events, linking)
  await writeOrdered(tx, organizerKind, events, linking)
  const before = await termsOf(
    tx,
    events.flatMap(({ before }) => before?.id ?? []),
  )
  const after = new Map<number, number[]>()
  for (const event of events) after.set(event.after.id, wantedTerms(event, before, linking))
  await replaceTerms(tx, events, after)
  await countTerms(tx, events, { before, after })
}

/**
 * Publishes what the authors of events that an import has published had made here for them (D55). What the source has too is as
 * public as it says.
 */
export async function publishOthers(
  tx: Writer,
  events: readonly WrittenEvent[],
  { sourceId, writing }: { readonly sourceId: number; readonly writing: Writing },
): Promise<void> {
  for (const { before, after } of events) {
    if (!before || before.status === 'publish' || after.status !== 'publish') continue
    for (const { kind, ids } of await allLinks(tx, after.id)) {
      const others: number[] = []
      for (const id of ids) if (!(await isNamedBy(tx, sourceId, kind.name, id))) others.push(id)
      await publishLinks(tx, after, writing, [{ kind, ids: others }])
    }
  }
}

async function writeOrdered(
  tx: Writer,
  { link: { table, column }, name, table: field }: LinkedKind,
  events: readonly WrittenEvent[],
  linking: Linking,
): Promise<void> {
  const said = events.filter(({ planned }) => planned.record[field] !== undefined)
  const stale = said.flatMap(({ before }) => before?.id ?? [])
  if (stale.length > 0)
    await sql`delete from ${sql.table(table)} where event_id in (${sql.join(stale)})`.execute(tx)
  const rows = said.flatMap(({ planned, after }) =>
    resolved(planned.record, name, planned.record[field] ?? [], linking).map(
      (id, position) => sql`(${after.id}, ${id}, ${position})`,
    ),
  )
  for (const some of inParts(rows)) {
    const values = sql.join(some)
    await sql`insert into ${sql.table(table)} (event_id, ${sql.ref(column)}, position) values ${values}`.execute(
      tx,
    )
  }
}

/** The ids of the keys, each once; unknown keys are reported. */
function resolved(
  { kind, key }: ImportedEvent,
  target: ImportKind,
  keys: readonly string[],
  { ids, report }: Linking,
): number[] {
  const found = new Set<number>()
  for (const each of keys) {
    const id = ids.get(nameOf({ kind: target, key: each }))
    if (id === undefined)
      remark(report, 'lost', { kind, key, says: `${target} is “${each}”, which was not imported` })
    else found.add(id)
  }
  return [...found]
}

/** The terms of an event after the write; those of a kind that its record does not mention stay. */
function wantedTerms({ planned, after }: WrittenEvent, before: Terms, linking: Linking): number[] {
  const { record } = planned
  const kept = before.get(after.id) ?? []
  const ofKind = (kind: 'category' | 'tag', keys: readonly string[] | undefined) =>
    keys === undefined
      ? kept.filter(({ taxonomy }) => (taxonomy === 'post_tag') === (kind === 'tag')).map(({ id }) => id)
      : resolved(record, kind, keys, linking)
  return [...ofKind('category', record.categories), ...ofKind('tag', record.tags)]
}

type Terms = Awaited<ReturnType<typeof termsOf>>

async function replaceTerms(
  tx: Writer,
  events: readonly WrittenEvent[],
  after: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const stale = events.flatMap(({ before }) => before?.id ?? [])
  if (stale.length > 0) await tx.deleteFrom('event_terms').where('event_id', 'in', stale).execute()
  const rows = [...after].flatMap(([event_id, ids]) => ids.map((term_id) => ({ event_id, term_id })))
  const slices = new TimeSlices()
  for (const some of inParts(rows)) {
    const rest = slices.next()
    if (rest) await rest
    await tx.insertInto('event_terms').values(some).execute()
  }
}

async function countTerms(
  tx: Writer,
  events: readonly WrittenEvent[],
  terms: { before: Terms; after: ReadonlyMap<number, readonly number[]> },
): Promise<void> {
  const removed = events
    .filter(({ before }) => before && isCounted(before))
    .flatMap(({ after }) => (terms.before.get(after.id) ?? []).map(({ id }) => id))
  const added = events
    .filter(({ after }) => isCounted(after))
    .flatMap(({ after }) => terms.after.get(after.id) ?? [])
  if (added.length > 0 || removed.length > 0) await adjustTermCounts(tx, { added, removed })
}
