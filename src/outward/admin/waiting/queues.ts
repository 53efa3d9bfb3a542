import { ask } from '../api.ts'

/** The queues of proposals: what is to be decided, what waits for its sender, and what is over. */
export const queues = ['new', 'asked', 'decided'] as const
export type Queue = (typeof queues)[number]

/** The states of the proposals in each. */
export const statesIn = {
  new: ['waiting'],
  asked: ['asked'],
  decided: ['accepted', 'rejected', 'withdrawn', 'spam'],
} as const satisfies Record<Queue, readonly string[]>

/** How many are to be decided. Throws what {@link ask} throws. */
export async function countProposals(): Promise<number> {
  const query = { state: statesIn.new, per_page: 1, _fields: 'total' }
  return (await ask<{ total: number }>('submissions', { query })).body.total
}
