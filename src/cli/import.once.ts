import { zoneNamed } from '../calendar/zone.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/dialect.ts'
import type { ImportContext, ImportOptions } from '../imports/imports.options.ts'
import type { ImportSource } from '../imports/imports.record.ts'
import type { ImportReport } from '../imports/imports.report.ts'
import { runImport } from '../imports/imports.run.ts'
import { createMediaTools } from '../media/media.tools.ts'
import type { World } from './command.ts'
import { createProgress } from './import.progress.ts'
import { printReport } from './import.report.ts'

/** What is imported, and how. */
interface ImportWork {
  readonly context: ImportContext
  readonly source: ImportSource
  readonly options: ImportOptions
  /** Whether it is one of many imports in a row. */
  readonly isMirror?: boolean
}

/** Imports a source once, showing its progress and then its report. */
export async function importOnce(
  world: World,
  { context, source, options, isMirror = false }: ImportWork,
): Promise<ImportReport> {
  const progress = createProgress(world)
  const report = await runImport(context, source, { ...options, onProgress: progress.told }).finally(
    progress.end,
  )
  printReport(world, report, { isDryRun: options.isDryRun ?? false, isMirror })
  return report
}

/** The hosts that may be private: those of the setting, and the source, which whoever runs this command can reach anyway. */
export function hostsOf({ imageHosts }: Config, source: string): string[] {
  const host = URL.parse(source)?.host
  return host === undefined ? [...imageHosts] : [...imageHosts, host]
}

/** The context of an import; images may also be fetched from the host of the source. */
export function contextOf(db: Database, config: Config, source: string): ImportContext {
  const media = createMediaTools({ ...config, imageHosts: hostsOf(config, source) })
  return {
    db,
    media,
    siteZone: zoneNamed(config.siteTimezone),
    costFormat: { symbol: config.currencySymbol, position: config.currencyPosition },
    currencyCode: config.currencyCode,
  }
}
