import type { Readable } from 'node:stream'

/** The most that is read of a body that was refused, in bytes: more than any photo. */
const most_bytes = 128 * 1024 ** 2

/** The longest that it is waited for, in milliseconds. */
const longest_ms = 10_000

/**
 * Reads the rest of a body and discards it; resolves when the body has ended, was too large, or took half of the time that
 * its request has left. Most clients look for an answer only when they have sent everything: if the connection were closed
 * before, they would see a broken pipe instead of the refusal.
 */
export async function drained(body: Readable, left_ms: number): Promise<void> {
  if (body.readableEnded || body.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  const forget = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > most_bytes) resolve()
  }
  const timer = setTimeout(resolve, Math.min(longest_ms, left_ms / 2))
  const endings = ['end', 'error', 'close']
  for (const ending of endings) body.on(ending, resolve)
  body.on('data', forget).resume()
  await promise
  clearTimeout(timer)
  body.off('data', forget)
  for (const ending of endings) body.off(ending, resolve)
}
