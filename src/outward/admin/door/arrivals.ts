import { rest } from '../place.ts'
import type { Heads, Unsent } from './kept.ts'

/** What came of telling the service something. */
export interface Told {
  /** 0: no answer came. */
  readonly status: number
  readonly body: {
    readonly guests?: readonly { readonly id: number; readonly arrived: number }[]
    readonly unknown?: readonly (number | string)[]
    readonly arrived?: number
    readonly head_count?: number | null
    readonly now_utc?: string
    readonly code?: string
  }
}

/** How far the clock of the service is ahead of ours, in milliseconds, as far as answers tell: phones at one door agree on what came later. */
let ahead_ms = 0

/** Learns from an answer what time it is there. */
export function setClock(now_utc: string | undefined): void {
  const ahead = Date.parse(`${now_utc?.replace(' ', 'T')}Z`) - new Date().getTime()
  // It tells whole seconds: what is less may be the way.
  if (Number.isFinite(ahead)) ahead_ms = Math.abs(ahead) > 2_000 ? ahead : 0
}

/** A moment of our clock on that of the service, as ISO 8601. */
function there(at: string): string {
  return new Date(Date.parse(at) + ahead_ms).toISOString()
}

/** By what the service knows this browser among others at the door; and this program, that there may be something to forget. */
export function device(): string {
  const stored = localStorage.getItem('kalends.device')
  if (stored !== null) return stored
  const made = crypto.getRandomValues(new Uint32Array(3)).join('-')
  localStorage.setItem('kalends.device', made)
  return made
}

/** The most arrivals that are told at once. */
export const atOnce = 1_000

/** Tells who was seen; as often as one likes. */
export function tellArrivals(event: number, arrivals: readonly Unsent[]): Promise<Told> {
  const told = arrivals.map(({ guest, arrived, at }) => ({ guest, arrived, at: there(at) }))
  // Who has no name on the list stays beside who arrives.
  return tell(event, { arrivals: told, without_name: 0 }, {})
}

/** Tells of people without a name; the same key counts once. */
export function tellHeads({ event, more, key }: Heads): Promise<Told> {
  return tell(event, { without_name: more }, { 'Idempotency-Key': key })
}

async function tell(event: number, json: object, headers: Readonly<Record<string, string>>): Promise<Told> {
  try {
    const response = await fetch(`${rest}/events/${event}/guests/arrivals`, {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ device: device(), ...json }),
    })
    // The route says what it answers.
    const body = (await response.json()) as Told['body']
    setClock(body.now_utc)
    return { status: response.status, body }
  } catch {
    return { status: 0, body: {} }
  }
}
