import { ApiError, type RefusalCode } from '../../pure/errors/errors.ts'
import type { Note } from '../../http/requestLog.ts'
import { DeliveryTally } from '../delivery/delivery.tally.ts'
import { type Figure, figuresOf, type ProcessState } from './figures.ts'
import { GuestTally } from './guests.ts'
import { RequestTally } from './requests.ts'
import { RecentAnswers } from './speed.ts'
import { WriteTally } from './writes.ts'

/** Loaded when somebody asks: most calendars are not measured. */
const library = () => import('./prometheus.ts')

/** The codes of refused passwords and tokens, and of those who have been refused too often. */
const loginFaults: readonly RefusalCode[] = [
  'incorrect_password',
  'invalid_username',
  'invalid_email',
  'rest_wrong_password',
  'rest_invalid_token',
  'rest_invalid_authorization',
  'rest_too_many_requests',
]

/** What a process counts as it happens, and tells those who ask. */
export class Metrics {
  readonly #first = Promise.withResolvers<void>()
  readonly requests = new RequestTally()
  readonly recent = new RecentAnswers()
  readonly writes = new WriteTally()
  readonly deliveries = new DeliveryTally()
  readonly guests = new GuestTally()
  /** All of them from the beginning on: a count that appears with its first one shows no rise. */
  readonly #failedLogins = new Map(loginFaults.map((code) => [code, 0]))

  /** Counts requests that are noted there. */
  before(note: Note): Note {
    return (answered) => {
      this.requests.note(answered)
      this.recent.note(answered)
      this.#first.resolve()
      note(answered)
    }
  }

  /** Resolves when the first request has been answered. */
  get firstAnswer(): Promise<void> {
    return this.#first.promise
  }

  /** Counts the failures of finding out who somebody is. */
  async watchLogin<Result>(finding: Promise<Result>): Promise<Result> {
    return finding.catch((error: unknown) => {
      const before = error instanceof ApiError ? this.#failedLogins.get(error.code) : undefined
      if (error instanceof ApiError && before !== undefined) this.#failedLogins.set(error.code, before + 1)
      throw error
    })
  }

  /** The figures of this process. */
  async figures(moment: ProcessState): Promise<Figure[]> {
    const { processFigures } = await library()
    const tallies = {
      requests: this.requests,
      writes: this.writes,
      deliveries: this.deliveries,
      guests: this.guests,
      failedLogins: this.#failedLogins,
    }
    return [...figuresOf(tallies, moment), ...(await processFigures())]
  }
}

/** The figures as a text, in the format of Prometheus. */
export async function textOf(figures: readonly Figure[]): Promise<string> {
  return (await library()).textOf([figures])
}

/** The figures of processes that come and go, by number. What ended ones had counted stays: else sums would fall, which means a restart. */
export class Succession {
  readonly #last = new Map<number, readonly Figure[]>()
  #ended: (readonly Figure[])[] = []

  /** A process tells its figures. */
  hear(number: number, figures: readonly Figure[]): void {
    this.#last.set(number, figures)
  }

  /** A process has ended. */
  end(number: number): void {
    const last = this.#last.get(number)
    this.#last.delete(number)
    if (last) this.#ended.push(countsIn(last))
  }

  /** All of them as one text: of those that are not `present`, only what they had counted when they were last heard. */
  async text(present: ReadonlySet<number>): Promise<string> {
    const { textOf, addedUp } = await library()
    this.#ended = [await addedUp(this.#ended)]
    const last = [...this.#last].map(([number, figures]) =>
      present.has(number) ? figures : countsIn(figures),
    )
    return textOf([...last, ...this.#ended])
  }
}

function countsIn(figures: readonly Figure[]): Figure[] {
  return figures.filter(({ type }) => type !== 'gauge')
}
