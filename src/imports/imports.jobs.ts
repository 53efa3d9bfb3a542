import type { Caller } from '../auth/rights.ts'
import { epochSeconds } from '../calendar/text.ts'
import { acting } from '../db/transactions.ts'
import { ApiError } from '../errors.ts'
import type { Context } from '../posts/context.ts'
import { createJob, tellJob } from './imports.jobs.write.ts'
import type { Left } from './imports.leave.ts'
import type { Progress } from './imports.options.ts'
import { ImportFault, type ImportSource } from './imports.record.ts'
import { doneIn, type ImportReport, newReport, note } from './imports.report.ts'
import { runImport } from './imports.run.ts'

/** An import to be run beside the requests. */
export interface Job {
  readonly caller: Caller
  /** What is imported: an address, or the name of a file. */
  readonly name: string
  /** Opens the source; the signal ends whatever it is doing. */
  readonly open: (signal: AbortSignal) => Promise<ImportSource>
  readonly isDryRun: boolean
  readonly allowsRemovals: boolean
  /** What of it is not taken. */
  readonly left?: Left | undefined
  /** The address of the public pages, by which texts name files. */
  readonly home: string
  /** The source that it is a run of, if it is of one that is kept. */
  readonly schedule?: Scheduled | undefined
}

/** What a run of a source that is kept has to say of itself. */
export interface Scheduled {
  readonly id: number
  /** Says that it goes on; false when it was stopped. */
  keep(): Promise<boolean>
  /** Says how it has ended, and the name of what was read; undefined where it was broken off, or never opened. */
  end(outcome: 'done' | 'failed' | undefined, reading: string | undefined): Promise<void>
}

/** Runs imports beside the requests. */
export interface Importer {
  /**
   * Begins an import and answers its id. Throws 409 when one of the same source is running in this process, 503 when too many
   * imports are running.
   */
  begin(job: Job): Promise<number>
  /** Stops running imports, which continue when they are started again. Resolves when nothing is running any more. */
  close(): Promise<void>
}

/** The parts of an importer. */
export interface ImporterParts {
  readonly context: Context
  readonly now: () => Temporal.Instant
  /** Gets errors of imports that are not the fault of their sources. */
  readonly log: (message: string, error: unknown) => void
}

/** How many imports run at the same time: more would slow down requests. */
const mostAtOnce = 3

/** How often the progress of an import is stored, in milliseconds. */
const tellEvery_ms = 1_000

/** Makes an importer. */
export function createImporter(parts: ImporterParts): Importer {
  return new Importing(parts)
}

class Importing implements Importer {
  readonly #parts: ImporterParts
  readonly #stopped = new AbortController()
  /** Running imports by the name of their source. */
  readonly #running = new Map<string, { id: Promise<number>; end: Promise<void> }>()

  constructor(parts: ImporterParts) {
    this.#parts = parts
  }

  async begin(job: Job): Promise<number> {
    const { name, caller } = job
    const { context, now, log } = this.#parts
    const same = this.#running.get(name)
    if (same) throw new ApiError('rest_import_is_running', { id: await same.id })
    if (this.#running.size >= mostAtOnce) throw new ApiError('rest_too_many_imports', { limit: mostAtOnce })
    const id = createJob(context.db, {
      user_id: caller.id,
      source: name,
      now: now(),
      dry_run: job.isDryRun ? 1 : 0,
      schedule_id: job.schedule?.id ?? null,
    })
    const end = id
      .then((id) => this.#carryOut(id, job))
      .catch((error: unknown) => log('An import could not tell how it ended.', error))
      .finally(() => this.#running.delete(name))
    this.#running.set(name, { id, end })
    return id
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await Promise.all([...this.#running.values()].map(({ end }) => end))
  }

  async #carryOut(id: number, job: Job): Promise<void> {
    const { context, now } = this.#parts
    const { caller, isDryRun, allowsRemovals, left, home, schedule } = job
    const lost = new AbortController()
    const signal = AbortSignal.any([this.#stopped.signal, lost.signal])
    const authors = { byKey: new Map<string, number>(), otherwise: caller.id }
    const teller = new Teller(this.#parts, id, async () => {
      if (schedule && !isDryRun && !(await schedule.keep())) lost.abort()
    })
    const onProgress = (progress: Progress) => teller.hear(progress)
    const options = { user: caller, authors, now, home, isDryRun, allowsRemovals, left, onProgress, signal }
    let reading: string | undefined
    let outcome: 'done' | 'failed' | undefined = 'failed'
    try {
      const source = await job.open(signal)
      reading = source.name
      const actor = { userId: caller.id, via: 'import', viaId: id, at: epochSeconds(now()) } as const
      const report = await acting(actor, () => runImport(context, source, options))
      if (isDryRun) note(report, 'Nothing was written: this only tells what would be done.')
      await teller.done(report)
      outcome = 'done'
    } catch (error) {
      if (this.#stopped.signal.aborted) outcome = undefined
      await teller.failed(lost.signal.aborted ? stoppedByHand : this.#sentenceOf(error))
    } finally {
      if (!isDryRun) await schedule?.end(outcome, reading)
    }
  }

  #sentenceOf(error: unknown): string {
    if (this.#stopped.signal.aborted) return 'The service was stopped. The same import goes on where it was.'
    if (error instanceof ImportFault) return error.message
    this.#parts.log('An import failed.', error)
    return 'Something went wrong here. It has been logged. The same import goes on where it was.'
  }
}

/** Why a run ended that somebody has stopped. */
const stoppedByHand = 'It was stopped by hand. The same import goes on where it was.'

/** Stores the progress of an import from time to time, and its end. */
class Teller {
  readonly #parts: ImporterParts
  readonly #id: number
  readonly #beat: NodeJS.Timeout
  #progress: Progress = { done: 0, expected: undefined, report: newReport() }
  /** The last write: they are done one after the other. */
  #told = Promise.resolve()

  constructor(parts: ImporterParts, id: number, onBeat: () => Promise<void>) {
    this.#parts = parts
    this.#id = id
    this.#beat = setInterval(() => {
      Promise.all([this.#tell('running'), onBeat()]).catch((error: unknown) =>
        parts.log('An import could not tell how far it is.', error),
      )
    }, tellEvery_ms)
  }

  hear(progress: Progress): void {
    this.#progress = progress
  }

  async done(report: ImportReport): Promise<void> {
    clearInterval(this.#beat)
    this.#progress = { ...this.#progress, report, done: doneIn(report) }
    await this.#tell('done')
  }

  async failed(fault: string): Promise<void> {
    clearInterval(this.#beat)
    await this.#tell('failed', fault)
  }

  #tell(status: 'running' | 'done' | 'failed', fault?: string): Promise<void> {
    const { context, now } = this.#parts
    const progress = this.#progress
    const told = { status, progress, now: now(), ...(fault === undefined ? {} : { fault }) }
    // A failed write must not keep later ones from being tried.
    this.#told = this.#told.catch(() => {}).then(() => tellJob(context.db, this.#id, told))
    return this.#told
  }
}
