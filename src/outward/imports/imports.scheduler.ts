import { randomUUID } from 'node:crypto'
import { type Caller, can } from '../../http/auth/rights.ts'
import { userWithId } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { UploadedFile } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { readMap } from './csv/csv.columns.ts'
import { type FeedPlace, nextStep } from './imports.follow.ts'
import { createImporter, type Importer, type ImporterParts, type Scheduled } from './imports.jobs.ts'
import type { Left } from './imports.leave.ts'
import type { OpeningSettings } from './imports.sourceOpening.ts'
import { ImportFault } from './imports.record.ts'
import { nextRun } from './imports.schedule.ts'
import { dueSources, lastRuns, type SourceRow } from './imports.sources.query.ts'
import { tableSaid } from './imports.table.params.ts'
import { changeSource, claimSource, endRun, keepSource, releaseSource } from './imports.sources.write.ts'

/** What running sources takes. */
export interface SchedulerParts {
  readonly context: Context
  readonly importer: Importer
  readonly opening: OpeningSettings
  readonly now: () => Temporal.Instant
  /** The address of the public pages. */
  readonly home: () => string
}

/** How a source is run. */
export interface Running {
  /** Who asks for it; else it is run in the name of whoever has set it up. */
  readonly caller: Caller
  readonly isDryRun?: boolean | undefined
  /** What of it is not taken. */
  readonly left?: Left | undefined
  /** A new version of a source that is a file. */
  readonly file?: UploadedFile | undefined
  /** Whether the name of the file was said to be that of its rows, though most are known under another. */
  readonly isNamed?: boolean
  /** Whether it is run by its schedule: where the source tells what has changed, only that is read. */
  readonly isDue?: boolean
}

/** A run that can say where the next one goes on. */
interface Following extends Scheduled {
  goesOnAt(place: FeedPlace): void
}

/**
 * Runs the sources that are kept: each by one process at a time, which says every second that it goes on. What a process that died
 * was doing is taken up by whichever is next, where it was, within a minute.
 */
export interface Scheduler {
  /** Begins what is due, as far as there is room; answers how many. */
  runDue(): Promise<number>
  /** Begins a run and answers the id of the import. Throws 409 while one is running, 503 when too many are. */
  run(source: SourceRow, running: Running): Promise<number>
}

/** How many that are due are begun at a time. */
const atATime = 2

/** What runs imports beside the requests, by settings that may change. */
export function importsOf(
  parts: ImporterParts,
  config: { readonly imageHosts: readonly string[]; readonly siteLocale: string; readonly siteUrl: string },
): { readonly importer: Importer; readonly scheduler: Scheduler } {
  const { context, now } = parts
  const importer = createImporter(parts)
  const opening = {
    now,
    allowedHosts: config.imageHosts,
    get locale() {
      return config.siteLocale
    },
  }
  return {
    importer,
    scheduler: createScheduler({ context, importer, now, opening, home: () => config.siteUrl }),
  }
}

function createScheduler(parts: SchedulerParts): Scheduler {
  const { context, importer, opening, now, home } = parts
  const { db } = context

  const scheduled = (source: SourceRow, key: string): Following => {
    let place: FeedPlace | undefined
    return {
      id: source.id,
      keep: () => keepSource(db, source.id, { key, now: epochSeconds(now()) }),
      goesOnAt: (next) => {
        place = next
      },
      end: (outcome, reading) => {
        const at = now()
        const next_at = nextRun(source, at, context.siteZone)
        const ended = { outcome, next_at, reading, place: outcome === 'done' ? place : undefined }
        return endRun(db, source, { key, now: epochSeconds(at), ...ended })
      },
    }
  }

  const begin = async (source: SourceRow, running: Running, schedule: Following): Promise<number> => {
    const { caller, isDryRun = false, left, file, isNamed = false, isDue = false } = running
    // The readers of sources are loaded when something is imported.
    const { openingOf } = await import('./imports.sourceOpening.ts')
    const { url, map } = source
    const said = file && isNamed ? { file_name: file.name } : {}
    const params = { url, map: readMap(map), ...tableSaid(source), ...said }
    const opened = await openingOf(context, { params, file, now: now() }, opening)
    return importer.begin({
      caller,
      isDryRun,
      left,
      allowsRemovals: source.allow_removals === 1,
      home: home(),
      schedule,
      ...opened,
      open: async (signal) => {
        const whole = await opened.open(signal)
        // What was left out is not told again by what changes later.
        if (isDryRun || left !== undefined || source.every_s === null) return whole
        // Who asks for a run themselves wants all to be as it is there; and under another name nothing of it is known.
        const isKnown = isDue && source.reading === whole.name
        const from = { token: isKnown ? source.feed_token : '', wholeAt: source.whole_at }
        const { source: read, ...next } = await nextStep(db.read, whole, {
          ...from,
          now: epochSeconds(now()),
        })
        schedule.goesOnAt(next)
        return read
      },
      ...(can(caller, 'import') ? {} : { open: () => refuse(caller) }),
    })
  }

  const run: Scheduler['run'] = async (source, running) => {
    const key = randomUUID()
    const schedule = scheduled(source, key)
    if (running.isDryRun) return begin(source, running, schedule)
    if (!(await claimSource(db, source.id, { key, now: epochSeconds(now()) }))) {
      const [last] = (await lastRuns(db.read, [source.id])).get(source.id) ?? []
      throw new ApiError('rest_import_is_running', { id: last?.id ?? 0 })
    }
    try {
      return await begin(source, running, schedule)
    } catch (error) {
      await releaseSource(db, source.id, key)
      throw error
    }
  }

  return {
    run,
    runDue: async () => {
      let begun = 0
      for (const source of await dueSources(db.read, epochSeconds(now()), atATime)) {
        const user = source.user_id === null ? undefined : await userWithId(db.read, source.user_id)
        // Nobody is left in whose name it would be written, and a file comes when it is sent.
        if (!user || source.url === '') {
          await db.write((tx) => changeSource(tx, source.id, { every_s: null, next_at: null }), 'aside')
          continue
        }
        try {
          await run(source, { isDue: true, caller: { id: user.id, role: user.role, login: user.login } })
          begun += 1
        } catch (error) {
          // Another process was faster, or there is no room: it stays due.
          if (!(error instanceof ApiError)) throw error
        }
      }
      return begun
    },
  }
}

async function refuse({ login }: Caller): Promise<never> {
  throw new ImportFault(`“${login}”, who set it up, may not import any more: save the source again.`)
}
