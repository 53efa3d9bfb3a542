import type { ServerResponse } from 'node:http'

/** The most bytes of memory that answers take together while their clients read them; what is kept or static is not among them. */
const most_bytes = 64 * 1024 ** 2

/** Smaller answers are not counted: the system takes them at once. */
const least_bytes = 64 * 1024

/** So long nobody is let go, in milliseconds: many may ask at the same time. */
const patience_ms = 2_000

interface Unsent {
  readonly bytes: number
  readonly since: number
}

/** Answers that were handed over to be sent, the oldest first. */
const answers = new Map<ServerResponse, Unsent>()
let total_bytes = 0

/**
 * Counts an answer with a body of its own until it is sent. When all of them take too much, the connections that have been at
 * it for the longest time are cut: three hundred clients that do not read would otherwise hold as many lists in memory.
 */
export function countUntilSent(response: ServerResponse, bytes: number): void {
  if (bytes < least_bytes) return
  answers.set(response, { bytes, since: performance.now() })
  total_bytes += bytes
  response.once('close', () => forget(response))
  cutOldest()
}

let waiting: NodeJS.Timeout | undefined

/** Cuts the oldest until there is room; who has not had their time yet is looked at when they have. */
function cutOldest(): void {
  clearTimeout(waiting)
  for (const [other, { since }] of answers) {
    if (total_bytes <= most_bytes) return
    const left_ms = since + patience_ms - performance.now()
    if (left_ms > 0) {
      waiting = setTimeout(cutOldest, left_ms)
      waiting.unref()
      return
    }
    forget(other)
    other.destroy()
  }
}

function forget(response: ServerResponse): void {
  total_bytes -= answers.get(response)?.bytes ?? 0
  answers.delete(response)
}
