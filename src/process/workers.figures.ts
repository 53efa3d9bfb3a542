import cluster, { type Worker } from 'node:cluster'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import type { Figure } from '../people/metrics/figures.ts'
import { Succession } from '../people/metrics/metrics.ts'

/** How long is waited for the figures of the other processes, in milliseconds: one that hangs is told with what it last said. */
const patience_ms = 2_500

/** How long a worker waits for the text of all, in milliseconds. */
const patienceOfAll_ms = 2 * patience_ms

/** The number of the process that starts the workers, among theirs. */
const ownNumber = 0

/** Messages to a worker: that its figures are wanted, and those of all. */
type ToWorker = { readonly figuresFor: number } | { readonly text: string; readonly for: number }

/** Messages of a worker: its figures, that those of all are wanted, and where it listens (see `announce`). */
type FromWorker =
  | { readonly address: string }
  | { readonly figures: readonly Figure[]; readonly for: number }
  | { readonly allFor: number }

let asked = 0

/** In a worker: answers the process that started it with figures, whenever it wants them. */
export function tellFigures(figures: () => Promise<Figure[]>): void {
  process.on('message', (message: ToWorker) => {
    if (!('figuresFor' in message)) return
    const answer = async () => tell({ figures: await figures(), for: message.figuresFor })
    // Whoever gets no answer does without.
    answer().catch(() => {})
  })
}

/** In a worker: the figures of all processes of the service, as a text. */
export async function askFigures(): Promise<string> {
  const number = (asked += 1)
  const { promise, resolve } = Promise.withResolvers<string>()
  const hear = (message: ToWorker) => {
    if ('text' in message && message.for === number) resolve(message.text)
  }
  process.on('message', hear)
  try {
    tell({ allFor: number })
    const text = await Promise.race([promise, setTimeout(patienceOfAll_ms, undefined, { ref: false })])
    if (text === undefined) throw new Error('The process that started this worker does not tell the figures.')
    return text
  } finally {
    process.off('message', hear)
  }
}

function tell(message: FromWorker): void {
  process.send?.(message)
}

/** In the process that starts the workers: answers them with the figures of all, its own among them. To be called before the first starts. */
export function gatherFigures(own: () => Promise<Figure[]>): void {
  const all = new Succession()
  const present = new Map<number, Worker>()
  const questions = new Map<number, Question>()
  const answer = async (worker: Worker, number: number) => {
    const question = new Question(present.size)
    const key = (asked += 1)
    questions.set(key, question)
    for (const each of present.values()) each.send({ figuresFor: key } satisfies ToWorker)
    all.hear(ownNumber, await own())
    await question.answered(patience_ms)
    questions.delete(key)
    const text = await all.text(new Set([ownNumber, ...question.heard]))
    worker.send({ text, for: number } satisfies ToWorker)
  }
  cluster.on('exit', ({ id }) => {
    present.delete(id)
    all.end(id)
  })
  cluster.on('message', (worker, message: FromWorker) => {
    // It listens from now on. (Node itself only tells that of sockets that it hands on.)
    if ('address' in message) present.set(worker.id, worker)
    // The worker may end meanwhile, and its question with it.
    if ('allFor' in message) answer(worker, message.allFor).catch(() => {})
    if (!('figures' in message) || !present.has(worker.id)) return
    all.hear(worker.id, message.figures)
    questions.get(message.for)?.hear(worker.id)
  })
}

/** Workers that have been asked for their figures. */
class Question {
  /** The numbers of those that have answered. */
  readonly heard = new Set<number>()
  readonly #all = Promise.withResolvers<void>()
  readonly #of: number

  constructor(of: number) {
    this.#of = of
  }

  hear(number: number): void {
    this.heard.add(number)
    if (this.heard.size >= this.#of) this.#all.resolve()
  }

  /** Resolves when all have answered, or after so many milliseconds. */
  async answered(patience_ms: number): Promise<void> {
    await Promise.race([this.#all.promise, setTimeout(patience_ms, undefined, { ref: false })])
  }
}
