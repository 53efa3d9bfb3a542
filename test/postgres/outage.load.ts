import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Service } from '../support/service.ts'

/** What clients have been told of the events they sent: whether each is there. */
export type Told = 'made' | 'not made' | 'unknown'

/** What clients have been told, by the title of the event; and how often they were refused, and how. */
export interface Memory {
  readonly told: Map<string, Told>
  readonly refusals: Map<string, number>
}

/**
 * One client that makes events until it is over, each begun after the last was answered, and reads in between. Throws when
 * it is told anything but that an event was made, or 503 and why.
 */
export async function writeUntilOver(
  node: () => Service | undefined,
  client: string,
  { memory: { told, refusals }, over }: { memory: Memory; over: AbortSignal },
): Promise<void> {
  for (let number = 0; !over.aborted; number += 1) {
    const title = `Event ${client} ${number}`
    const answer = await post(node(), title)
    if (answer === undefined) {
      told.set(title, 'unknown')
      // A node that starts again needs the processor more than who asks for it.
      await setTimeout(50)
      continue
    }
    const { status, code, retryAfter } = answer
    if (status !== 201) {
      expect({ status, code }).toEqual({
        status: 503,
        code: expect.stringMatching(/^rest_(database_away|database_busy|outcome_unknown)$/),
      })
      refusals.set(code, (refusals.get(code) ?? 0) + 1)
    }
    const isUnknown = code === 'rest_outcome_unknown'
    if (status !== 201) expect(retryAfter).toBe(isUnknown ? null : '2')
    told.set(title, isUnknown ? 'unknown' : status === 201 ? 'made' : 'not made')
    expect([200, 503, undefined]).toContain(await statusOf(node(), 'events?include=1&per_page=1'))
  }
}

/** The status that the node answers with; undefined when it does not. */
export async function statusOf(node: Service | undefined, path: string): Promise<number | undefined> {
  const response = await fetch(`${node?.origin}/vendor/events/v1/${path}`, { headers: login(node) }).catch(
    () => undefined,
  )
  await response?.arrayBuffer().catch(() => {})
  return response?.status
}

/** Makes an event with a venue of its own; undefined when no answer comes. */
async function post(node: Service | undefined, title: string) {
  try {
    const response = await fetch(`${node?.origin}/vendor/events/v1/events`, {
      method: 'POST',
      headers: { ...login(node), 'content-type': 'application/json' },
      body: JSON.stringify({
        title,
        start_date: '2031-03-01',
        end_date: '2031-03-02',
        venue: { venue: title },
      }),
    })
    const { code = '' } = (await response.json()) as { code?: string }
    return { status: response.status, code, retryAfter: response.headers.get('retry-after') }
  } catch {
    return undefined
  }
}

function login(node: Service | undefined): Record<string, string> {
  return {
    authorization: `Basic ${Buffer.from(node?.credentials.administrator ?? '').toString('base64')}`,
  }
}
