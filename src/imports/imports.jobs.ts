import type { Caller } from '../auth/rights.ts'
import { ApiError } from '../errors.ts'
import type { Context } from '../posts/context.ts'
import { createJob, tellJob } from './imports.jobs.write.ts'
import type { Progress } from './imports.options.ts'
import { ImportFault, type ImportSource } from './imports.record.ts'
import { doneIn, newReport, note } from './imports.report.ts'
import { runImport } from './imports.run.ts'

/** What is imported beside the requests, and for whom. */
export interface Job {
  readonly caller: Caller
  /** What is imported: an address, or the name of a file. */
  readonly name: string
  /** Makes the source; the signal gives up whatever it is doing. */
  readonly open: (signal: AbortSignal) => Promise<ImportSource>
  readonly isDryRun: boolean
  readonly allowsRemovals: boolean
}

/** Imports beside the requests. */
export interface Importer {
  /**
   * Begins an import and answers its id. Throws 409 when one of the same source is running in this process, 503 when too
   * many are.
   */
  begin(job: Job): Promise<number>
  /** Stops what is running; it is taken up again by the same import. Resolves when nothing is running any more. */
  close(): Promise<void>
}

/** What an importer works with. */
export interface ImporterParts {
  readonly context: Context
  readonly now: () => Temporal.Instant
  /** Hears of imports that failed for another reason than their source. */
  readonly log: (message: string, error: unknown) => void
}

/** More at a time would be felt by requests. */
const mostAtOnce = 3

/** How often it is noted how far an import is, in milliseconds. */
const tellEvery_ms = 1_000

/** Makes an importer. */
export function createImporter({ context, now, log }: ImporterParts): Importer {
  const stopped = new AbortController()
  const running = new Map<string, { id: Promise<number>; end: Promise<void> }>()

  async function carryOut(id: number, job: Job): Promise<void> {
    const { caller, isDryRun, allowsRemovals } = job
    let progress: Progress = { done: 0, expected: undefined, report: newReport() }
    let telling = Promise.resolve()
    const tell = (status: 'running' | 'done' | 'failed', fault?: string) => {
      const told = { status, progress, now: now(), ...(fault === undefined ? {} : { fault }) }
      telling = telling.then(() => tellJob(context.db, id, told))
      return telling
    }
    const beat = setInterval(() => {
      tell('running').catch((error: unknown) => log('An import could not tell how far it is.', error))
    }, tellEvery_ms)
    const onProgress = (news: Progress) => {
      progress = news
    }
    const authors = { byKey: new Map<string, number>(), otherwise: caller.id }
    const options = {
      user: caller,
      authors,
      now,
      isDryRun,
      allowsRemovals,
      onProgress,
      signal: stopped.signal,
    }
    try {
      const report = await runImport(context, await job.open(stopped.signal), options)
      if (isDryRun) note(report, 'Nothing was written: this only tells what would be done.')
      progress = { ...progress, report, done: doneIn(report) }
      clearInterval(beat)
      await tell('done')
    } catch (error) {
      clearInterval(beat)
      await tell('failed', sentenceOf(error))
    } finally {
      clearInterval(beat)
    }
  }

  function sentenceOf(error: unknown): string {
    if (stopped.signal.aborted) return 'The service was stopped. The same import goes on where it was.'
    if (error instanceof ImportFault) return error.message
    log('An import failed.', error)
    return 'Something went wrong here. It has been logged. The same import goes on where it was.'
  }

  return {
    begin: async (job) => {
      const { name, caller } = job
      const same = running.get(name)
      if (same) throw new ApiError('rest_import_is_running', { id: await same.id })
      if (running.size >= mostAtOnce) throw new ApiError('rest_too_many_imports', { limit: mostAtOnce })
      const id = createJob(context.db, { user_id: caller.id, source: name, now: now() })
      const end = id
        .then((id) => carryOut(id, job))
        .catch((error: unknown) => log('An import could not tell how it ended.', error))
        .finally(() => running.delete(name))
      running.set(name, { id, end })
      return id
    },
    close: async () => {
      stopped.abort()
      await Promise.all([...running.values()].map(({ end }) => end))
    },
  }
}
