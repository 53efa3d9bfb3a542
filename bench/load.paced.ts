import { Agent, request as send } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { diceFrom } from '../test/support/dice.ts'
import type { Load, Request } from './load.process.ts'

/** How long each answer took, in milliseconds, and with which status it came; 0 for none. */
export interface Answered {
  readonly took: number
  readonly status: number
  /** Whether its time counts. */
  readonly isCounted: boolean
}

/** For so long it asks before what counts, in seconds: a program that has just begun asks late and reads slowly. */
const beginning_s = 2

/**
 * Asks so often a second, each time at a moment of its own, as readers do who know nothing of one another (a Poisson process).
 * The time to wait for a free connection counts. Autocannon cannot do this: it asks what it is to ask in a second at its
 * beginning, all at once.
 */
export async function askPaced({
  origin,
  requests,
  connections,
  seconds,
  rate,
  headers,
}: Load): Promise<Answered[]> {
  if (rate === undefined) throw new Error('Without a rate there is no pace.')
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const dice = diceFrom(1)
  const began = performance.now()
  const counted = began + beginning_s * 1000
  const asked: Promise<Answered>[] = []
  for (let due = began; due < counted + seconds * 1000; due += (-Math.log(1 - dice.next()) * 1000) / rate) {
    await until(due)
    const request = requests[asked.length % requests.length]
    const isCounted = due >= counted
    if (request) asked.push(answerTo(request, { due, isCounted }, { origin, agent, headers: { ...headers } }))
  }
  const answered = await Promise.all(asked)
  agent.destroy()
  return answered
}

/**
 * Timers are of a millisecond, so that a request is asked for up to one too late, which counts as its time. Waiting that out in a
 * loop would take a whole processor, of the few that the server needs as well.
 */
async function until(due: number): Promise<void> {
  const early = due - performance.now()
  if (early > 0) await setTimeout(Math.ceil(early))
}

async function answerTo(
  { method, path, body, headers: own }: Request,
  { due, isCounted }: { due: number; isCounted: boolean },
  { origin, agent, headers }: { origin: string; agent: Agent; headers: Record<string, string> },
): Promise<Answered> {
  const status = await new Promise<number>((resolve) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = send(
      `${origin}${path}`,
      { method, agent, headers: { ...headers, ...own, ...json } },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', () => resolve(0)).end(body)
  })
  return { took: performance.now() - due, status, isCounted }
}
