import type { Database, Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { digestOf } from './imports.digest.ts'
import type { Digest } from '../../records/posts/posts.digest.ts'
import { turn } from '../../pure/sorted/pieces.ts'
import { findReading } from './imports.query.ts'
import type { ImportedEvent, ImportSource } from './imports.record.ts'

/** As many events of a file as are compared with those of other files: they tell whether it is one of these. */
const compared = 1_000

/** More than so much of a file came from another one before, where it is the same file under another name. */
const share = 0.5

/** A file that has brought most of what another one has. */
export interface CopiedFrom {
  /** Its name. */
  readonly name: string
  /** How many of the events that were compared it has brought, and of how many. */
  readonly same: number
  readonly of: number
}

/**
 * The file whose rows a file has under another name, as browsers give it to a second download: rows are known within the name of their
 * file, so that each would be an event once more. Undefined where that was said to be meant, or the name is known already.
 */
export async function copiedFrom(db: Reader, source: ImportSource): Promise<CopiedFrom | undefined> {
  if (!source.namesRows) return undefined
  const itself = await findReading(db, source.name)
  const others = await otherFiles(db, source.namesRows, source.name)
  if (others.size === 0 || (itself && (await hasKeys(db, itself.sourceId)))) return undefined
  return mostOf(db, source, others)
}

/**
 * The name under which an earlier version remembered the rows of a table at an address, if most of them are known by it: it was that of
 * the file alone, which tables at other addresses have as well.
 */
export async function formerNameOf(db: Reader, source: ImportSource): Promise<string | undefined> {
  if (source.formerly === undefined || (await findReading(db, source.name))) return undefined
  const former = await findReading(db, source.formerly)
  if (!former) return undefined
  return (await mostOf(db, source, new Map([[former.sourceId, source.formerly]])))?.name
}

/** Has the rows that were known by a name known by that of their source from now on. */
export async function renameReading(db: Database, from: string, to: string): Promise<void> {
  await db.write(
    async (tx) => tx.updateTable('import_sources').set({ name: to }).where('name', '=', from).execute(),
    'aside',
  )
}

/** The one of some sources that has brought most of what this one has. */
async function mostOf(
  db: Reader,
  source: ImportSource,
  others: ReadonlyMap<number, string>,
): Promise<CopiedFrom | undefined> {
  const events = await firstEvents(source)
  const byKey = new Map(events.map((event) => [event.key, event]))
  const found = new Map<number, number>()
  for (const some of inParts([...byKey.keys()])) {
    const rows = await db
      .selectFrom('import_keys')
      .innerJoin('events', 'events.id', 'import_keys.record_id')
      .select(['source_id', 'source_key', 'digest'])
      .where('source_id', 'in', [...others.keys()])
      .where('kind', '=', 'event')
      .where('gone', '=', 0)
      .where('events.status', '<>', 'trash')
      .where('source_key', 'in', some)
      .execute()
    for (const { source_id, source_key, digest } of rows) {
      // Texts take long to clean, and others wait for no more than one.
      await turn()
      const event = byKey.get(source_key)
      // Only this program writes the digest.
      if (event && isSame(digestOf(event), JSON.parse(digest) as Digest))
        found.set(source_id, (found.get(source_id) ?? 0) + 1)
    }
  }
  const [most] = [...found].toSorted(([, one], [, other]) => other - one)
  if (!most || most[1] <= events.length * share) return undefined
  return { name: others.get(most[0]) ?? '', same: most[1], of: events.length }
}

/** The sentence that tells of it, and what to do. */
export function toldOfCopy({ name, same, of }: CopiedFrom): string {
  return (
    `Of its first ${of} events, ${same} have come from the file “${name}” already, and would be here twice. ` +
    `Import it as a new version of that, under its name (file_name, --file-name), or run the source of that file with this one. ` +
    `If they are to be here twice, give this file its own name there.`
  )
}

/** What people tell events apart by: numbers alone may be those of any table. */
function isSame(one: Digest, other: Digest): boolean {
  return ['title', 'start_date', 'venues'].every((name) => one[name] === other[name])
}

async function otherFiles(db: Reader, prefix: string, name: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('import_sources')
    .select(['id', 'name'])
    .where('name', 'like', `${prefix}%`)
    .where('name', '<>', name)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name.slice(prefix.length)]))
}

async function hasKeys(db: Reader, sourceId: number): Promise<boolean> {
  const key = await db
    .selectFrom('import_keys')
    .select('source_key')
    .where('source_id', '=', sourceId)
    .limit(1)
    .executeTakeFirst()
  return key !== undefined
}

async function firstEvents(source: ImportSource): Promise<ImportedEvent[]> {
  const events: ImportedEvent[] = []
  for await (const { records } of source.read(undefined, new Map())) {
    for (const record of records) if (record.kind === 'event' && !('fault' in record)) events.push(record)
    if (events.length >= compared) break
  }
  return events
}
