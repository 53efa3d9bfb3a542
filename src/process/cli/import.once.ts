import { zoneNamed } from '../../pure/calendar/zone.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { ImportContext, ImportOptions } from '../../outward/imports/imports.options.ts'
import type { ImportSource } from '../../outward/imports/imports.record.ts'
import { LiveDeclared } from '../../records/own/own.live.ts'
import type { ImportReport } from '../../outward/imports/imports.report.ts'
import { storedRemarks } from '../../outward/imports/imports.query.ts'
import { runImport } from '../../outward/imports/imports.run.ts'
import { createMediaTools } from '../../storage/images/tools.ts'
import type { User } from '../../http/auth/users.ts'
import { builtInNames } from '../surface.fields.ts'
import { BadUsage, type World } from './command.ts'
import { writeRemarks } from './import.csv.ts'
import { createProgress } from './import.progress.ts'
import { printReport } from './import.report.ts'

/** What is imported, and how. */
interface ImportWork {
  readonly context: ImportContext
  readonly source: ImportSource
  readonly options: ImportOptions
  /** Whether it is one of many imports in a row. */
  readonly isMirror?: boolean
  /** The file that all remarks are written into. */
  readonly reportFile?: string | undefined
}

/** Imports a source once, showing its progress and then its report. */
export async function importOnce(
  world: World,
  { context, source, options, isMirror = false, reportFile }: ImportWork,
): Promise<ImportReport> {
  const progress = createProgress(world)
  const report = await runImport(context, source, { ...options, onProgress: progress.told }).finally(
    progress.end,
  )
  const remarks = report.fresh ?? (await storedRemarks(context.db.read, source.name))
  printReport(world, report, { isDryRun: options.isDryRun ?? false, isMirror, remarks })
  if (reportFile !== undefined) await writeRemarks(world, reportFile, remarks)
  return report
}

/** What a run may declare in the name of a user; `custom` are fields of the source as texts. Throws {@link BadUsage} for who may not. */
export function declaringBy(user: User, custom: boolean): ImportOptions['declaring'] {
  if (user.role === 'administrator') return { custom, builtIn: builtInNames }
  if (custom)
    throw new BadUsage('--fields declares fields, which takes an administrator: say who with --as LOGIN.')
  return undefined
}

/** The hosts that may be private: those of the setting, and the source, which whoever runs this command can reach anyway. */
export function hostsOf({ imageHosts }: Config, source: string): string[] {
  const host = URL.parse(source)?.host
  return host === undefined ? [...imageHosts] : [...imageHosts, host]
}

/** The context of an import; images may also be fetched from the host of the source, by the login that it wants. */
export function contextOf(
  db: Database,
  config: Config,
  source: string,
  login?: { readonly user: string; readonly password: string },
): ImportContext {
  const origin = URL.parse(source)?.origin
  const imageLogin = login && origin !== undefined ? { origin, ...login } : undefined
  const media = createMediaTools({ ...config, imageHosts: hostsOf(config, source), imageLogin })
  return {
    db,
    media,
    siteZone: zoneNamed(config.siteTimezone),
    costFormat: { symbol: config.currencySymbol, position: config.currencyPosition },
    currencyCode: config.currencyCode,
    declared: new LiveDeclared(db, config),
  }
}
