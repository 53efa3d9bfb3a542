import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { root } from './fill.ask.ts'
import type { Node } from './mixed.nodes.ts'

/** What clients were told, and how it went. */
export interface Ledger {
  /** The title that was last acknowledged, by the id of the event. */
  readonly titles: Map<number, string>
  /** Everything that was answered otherwise than that it was done. */
  readonly failed: string[]
  written: number
  /** The longest that a write took, in milliseconds. */
  longest_ms: number
}

/** How long a client goes on trying where no node answers, in milliseconds. */
const patience_ms = 60_000

/** How often each event is changed. */
const changes = 4

/**
 * One client that makes events and changes each of them until it is over. It has a list of the nodes, and takes the next one where one refuses
 * its connection or does not answer: what was not answered is sent again with the key that it had (`Idempotency-Key`).
 */
export async function writeUntilOver(
  nodes: readonly Node[],
  { client, token, ledger, over }: { client: number; token: string; ledger: Ledger; over: AbortSignal },
): Promise<void> {
  let turn = client
  const write = async (
    method: string,
    path: string,
    body: object,
  ): Promise<{ id: number; title: string } | undefined> => {
    const began = performance.now()
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `"${randomUUID()}"`,
    }
    while (performance.now() - began < patience_ms) {
      const origin = nodes[turn % nodes.length]?.origin
      const response = await (origin === undefined
        ? undefined
        : fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) }).catch(() => undefined))
      const text = await response?.text().catch(() => undefined)
      if (!response || text === undefined) {
        turn += 1
        await setTimeout(5)
        continue
      }
      ledger.longest_ms = Math.max(ledger.longest_ms, performance.now() - began)
      if (response.ok) return JSON.parse(text) as { id: number; title: string }
      ledger.failed.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
      return undefined
    }
    ledger.failed.push(`${method} ${path}: no answer`)
    return undefined
  }
  for (let number = 0; !over.aborted; number += 1) {
    const title = `Event ${client} ${number}`
    const made = await write('POST', `${root}/events`, {
      title,
      start_date: '2031-03-01 10:00:00',
      end_date: '2031-03-01 12:00:00',
      venue: { venue: `Hall of ${client}` },
      tags: [`word-${client}`],
    })
    if (!made) continue
    ledger.titles.set(made.id, title)
    ledger.written += 1
    for (let change = 0; change < changes && !over.aborted; change += 1) {
      turn += 1
      const other = `${title}, ${change}`
      const changed = await write('PATCH', `${root}/events/${made.id}`, { title: other })
      if (!changed) continue
      ledger.titles.set(made.id, other)
      ledger.written += 1
    }
  }
}

/** A client that follows the feed of changes, by whichever node is there, and remembers what it is told of events. */
export async function followUntilOver(
  nodes: readonly Node[],
  { token, over, since }: { token: string; over: () => boolean; since: string },
): Promise<{ readonly seen: Map<number, number>; readonly gaps: readonly string[] }> {
  const seen = new Map<number, number>()
  const gaps: string[] = []
  let at = since
  for (let turn = 0; ; turn += 1) {
    const isLast = over()
    const origin = nodes[turn % nodes.length]?.origin
    const response =
      origin === undefined
        ? undefined
        : await fetch(`${origin}${root}/changes?since=${at}&limit=200`, {
            headers: { authorization: `Bearer ${token}` },
          }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (!response || text === undefined) continue
    if (!response.ok) gaps.push(`${response.status} ${text.slice(0, 300)}`)
    const { changes: told = [], next = at } = JSON.parse(text) as {
      changes?: readonly { kind: string; id: number }[]
      next?: string
    }
    for (const { kind, id } of told) if (kind === 'event') seen.set(id, (seen.get(id) ?? 0) + 1)
    at = next
    if (isLast && told.length === 0) return { seen, gaps }
    if (told.length === 0) await setTimeout(20)
  }
}
