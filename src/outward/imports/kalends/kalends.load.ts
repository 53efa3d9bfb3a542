import { listUsers } from '../../../http/auth/users.ts'
import type { Database } from '../../../storage/db/dialect.ts'
import type { ExportRecord } from '../../exports/exports.lines.ts'
import { findIdentity, setIdentity } from '../../exports/exports.identity.ts'
import { ImportFault } from '../imports.record.ts'
import { count, type ImportReport, note, remark } from '../imports.report.ts'
import { batchesOf } from './kalends.batches.ts'
import { type Fate, type Lined, planRecords } from './kalends.plan.ts'
import type { OpenedExport } from './kalends.read.ts'
import { writeRedirects } from './kalends.redirects.ts'
import type { KeptKind } from './kalends.rows.ts'
import { meetUser } from './kalends.users.ts'
import { writeParents, writeRecords } from './kalends.write.ts'
import { declareExported } from '../../../records/own/own.exported.ts'
import { currentActor } from '../../../storage/db/transactions.ts'
import { messageOf } from '../../../pure/text/errorDetails.ts'

/** How an export is loaded. */
export interface Loading {
  /** The author of records whose author the export does not have; by default the first administrator. */
  readonly owner?: number | undefined
  /** Gets everything that is done. */
  readonly report: ImportReport
  /** Only report what would be done. */
  readonly isDryRun: boolean
  /** After every batch. */
  readonly onProgress?: () => void
}

/**
 * Loads an export into the calendar that was exported, or into an empty one: every record under its own id, written only
 * where it differs. After an interruption it can be loaded again from its beginning. Throws an {@link ImportFault} when the
 * calendar is another one, and at the end of an incomplete export.
 */
export async function loadExport(db: Database, opened: OpenedExport, loading: Loading): Promise<void> {
  const areNew = await claim(db, opened.calendar, loading.isDryRun)
  const users = new Map<number, number>()
  const parents = new Map<number, number>()
  let otherwise = loading.owner
  for await (const { kind, lined } of batchesOf(opened.lines, { report: loading.report, areNew })) {
    if (kind === 'user') await loadUsers(db, lined, users, loading)
    else if (kind === 'field') await loadFields(db, lined, loading)
    else if (kind === 'redirect') await loadRedirects(db, lined, loading)
    else {
      if (!loading.isDryRun) otherwise ??= await firstUser(db)
      const fates =
        otherwise === undefined
          ? (await planRecords(db.read, kind, lined)).fates
          : await writeRecords(db, kind, lined, { byId: users, otherwise })
      for (const fate of fates) {
        tell(loading.report, kind, fate)
        if (fate.parent !== undefined) parents.set(fate.id, fate.parent)
      }
    }
    loading.onProgress?.()
  }
  if (loading.isDryRun) return
  const orphans = await writeParents(db, parents)
  if (orphans > 0) note(loading.report, `${orphans} events belong to an event that is not in the export.`)
  await passIds(db)
}

async function firstUser(db: Database): Promise<number> {
  const users = await listUsers(db.read)
  const first = users.find(({ role }) => role === 'administrator') ?? users[0]
  if (!first)
    throw new ImportFault('There is no user here and none in the export: make one with “kalends user add”.')
  return first.id
}

/** Makes ids that are generated from now on greater than those that were loaded. */
async function passIds(db: Database): Promise<void> {
  await db.write(async (tx) => {
    for (const table of ['items', 'terms', 'tickets', 'users'] as const) await db.dialect.passIds(tx, table)
  }, 'aside')
}

/**
 * Throws unless the calendar is the one that was exported, or is empty; an empty one takes over its identity. Answers whether
 * it was empty.
 */
async function claim(db: Database, calendar: string, isDryRun: boolean): Promise<boolean> {
  if ((await findIdentity(db.read)) === calendar) return false
  for (const table of ['items', 'terms'] as const) {
    if (await db.read.selectFrom(table).select('id').limit(1).executeTakeFirst())
      throw new ImportFault(
        'The export is of another calendar, and this one is not empty: its IDs would be mixed up. Read it into an empty ' +
          'one, or take over the events alone with “kalends export --format ics”.',
      )
  }
  if (!isDryRun) await setIdentity(db, calendar)
  return true
}

async function loadUsers(
  db: Database,
  lined: readonly Lined[],
  users: Map<number, number>,
  { report, isDryRun }: Loading,
): Promise<void> {
  if (isDryRun) return
  for (const { line, record } of lined) {
    try {
      const met = await db.write((tx) => meetUser(tx, record), 'aside')
      users.set(record.id, met.id)
      if (met.isNew) note(report, `${named(record)} was made; they have no password here yet.`)
    } catch (error) {
      note(report, `line ${line}: ${named(record)} was left out: ${messageOf(error)}`)
    }
  }
}

/** Declares the fields that are not there yet: records that come after them say something of them. */
async function loadFields(
  db: Database,
  lined: readonly Lined[],
  { report, isDryRun }: Loading,
): Promise<void> {
  if (isDryRun) return
  const now = currentActor().at
  for (const { line, record } of lined) {
    const { name, declaration } = record
    const fault = await db
      .write((tx) => declareExported(tx, { name, declaration }, { language: 'en', now }))
      .catch((error: unknown) => messageOf(error))
    if (fault !== undefined) note(report, `line ${line}: The field “${String(name)}” was left out: ${fault}`)
  }
}

async function loadRedirects(
  db: Database,
  lined: readonly Lined[],
  { report, isDryRun }: Loading,
): Promise<void> {
  if (isDryRun) return
  const made = await writeRedirects(
    db,
    lined.map(({ record }) => record),
  )
  if (made > 0) note(report, `${made} addresses that records had elsewhere lead to them here.`)
}

function named(record: ExportRecord): string {
  return `The user “${String(record['login'])}”`
}

function tell(report: ImportReport, kind: KeptKind, { line, id, outcome, fault, lost }: Fate): void {
  // The dates of a series are counted, and it is told of among them.
  if (kind !== 'series') count(report, kind, outcome)
  const told =
    kind === 'series'
      ? { kind: 'event' as const, key: `series ${id}`, at: `line ${line}` }
      : { kind, key: String(id), at: `line ${line}` }
  if (fault !== undefined) remark(report, 'skipped', { ...told, says: fault })
  for (const says of lost) remark(report, 'lost', { ...told, says })
}
