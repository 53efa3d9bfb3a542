import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { acting } from '../../storage/db/transactions.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { createJob, endLostJobs, tellJob } from './imports.jobs.write.ts'
import type { Left } from './imports.leave.ts'
import type { Progress } from './imports.options.ts'
import { ImportFault, type ImportSource } from './imports.record.ts'
import { doneIn, type ImportReport, newReport, note } from './imports.report.ts'
import { isBehind } from './imports.query.ts'
import { runImport } from './imports.run.ts'

/** An import to be run beside the requests. */
export interface Job {
  readonly caller: Caller
  /** What is imported: an address, or the name of a file. */
  readonly name: string
  /** Whether it is a file, which nobody else has: it waits until others of its name are done. */
  readonly isFile?: boolean
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
   * Begins an import and answers its id. Throws 409 when the same address is being imported in this process, 503 when too many
   * imports are running.
   */
  begin(job: Job): Promise<number>
  /** Ends what processes that are gone have left as running; answers how many imports that were. */
  endLost(): Promise<number>
  /** Stops running imports, which continue when they are started again. Resolves when nothing is running any more. */
  close(): Promise<void>
}

/** The parts of an importer. */
export interface ImporterParts {
  readonly context: Context
  readonly now: () => Temporal.Instant
  /** The names of fields that Kalends has, which none that is declared may have. */
  readonly builtIn?: ReadonlySet<string>
  /** Gets errors of imports that are not the fault of their sources. */
  readonly log: (message: string, error: unknown) => void
}

/** How many imports run at the same time: more would slow down requests. */
const mostAtOnce = 3

/** How often it is looked whether another process is done with a file of the same name, in milliseconds. */
const lookEvery_ms = 500

/** How often the progress of an import is stored, in milliseconds. */
const tellEvery_ms = 1_000

/** Makes an importer. */
export function createImporter(parts: ImporterParts): Importer {
  return new Importing(parts)
}

class Importing implements Importer {
  readonly #parts: ImporterParts
  readonly #stopped = new AbortController()
  readonly #running = new Set<Running>()
  readonly #turns = new Turns()

  constructor(parts: ImporterParts) {
    this.#parts = parts
  }

  async begin(job: Job): Promise<number> {
    const { name, caller, isFile = false } = job
    const { context, now, log } = this.#parts
    const same = isFile ? undefined : [...this.#running].find((other) => other.name === name)
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
      .finally(() => this.#running.delete(running))
    const running: Running = { name, id, end }
    this.#running.add(running)
    return id
  }

  endLost(): Promise<number> {
    const { context, now } = this.#parts
    return endLostJobs(context.db, now())
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await Promise.all([...this.#running].map(({ end }) => end))
  }

  async #carryOut(id: number, job: Job): Promise<void> {
    const { context, now, builtIn = new Set<string>() } = this.#parts
    const { caller, isDryRun, allowsRemovals, left, home, schedule } = job
    const lost = new AbortController()
    const signal = AbortSignal.any([this.#stopped.signal, lost.signal])
    const authors = { byKey: new Map<string, number>(), otherwise: caller.id }
    const teller = new Teller(this.#parts, id, async () => {
      if (schedule && !isDryRun && !(await schedule.keep())) lost.abort()
    })
    const onProgress = (progress: Progress) => teller.hear(progress)
    const declaring = can(caller, 'manage_settings') ? { builtIn } : undefined
    const options = {
      user: caller,
      authors,
      now,
      home,
      isDryRun,
      allowsRemovals,
      left,
      declaring,
      onProgress,
      signal,
    }
    let reading: string | undefined
    let outcome: 'done' | 'failed' | undefined = 'failed'
    try {
      const source = await job.open(signal)
      reading = source.name
      const actor = { userId: caller.id, via: 'import', viaId: id, at: epochSeconds(now()) } as const
      const run = () => acting(actor, () => runImport(context, source, options))
      const report = isDryRun ? await run() : await this.#inTurn({ id, job, signal }, source.name, run)
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

  /** Runs of one source follow one another; those of other processes are seen by the names of their files. */
  async #inTurn<Result>(
    { id, job, signal }: { readonly id: number; readonly job: Job; readonly signal: AbortSignal },
    source: string,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const { context, now } = this.#parts
    return this.#turns.take(source, async () => {
      while (job.isFile && (await isBehind(context.db.read, { id, source: job.name }, now())))
        await sleep(lookEvery_ms, undefined, { signal })
      return run()
    })
  }

  #sentenceOf(error: unknown): string {
    if (this.#stopped.signal.aborted) return 'The service was stopped. The same import goes on where it was.'
    if (error instanceof ImportFault) return error.message
    this.#parts.log('An import failed.', error)
    return 'Something went wrong here. It has been logged. The same import goes on where it was.'
  }
}

interface Running {
  readonly name: string
  readonly id: Promise<number>
  readonly end: Promise<void>
}

/** Work of one name, one after the other. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => {})
    this.#last.set(name, settled)
    try {
      return await turn
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name)
    }
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
