import { createHash } from 'node:crypto'
import type { DigestRow, Rhythm } from './letters.types.ts'

/** A list of events, again and again. */
export type WantedDigest = { readonly kind: 'digest'; readonly filter: string } & Rhythm

/** To be told of an event, or of each date of a series. */
export interface WantedEvent {
  readonly kind: 'event' | 'series'
  readonly target: number
  readonly remind: number | null
  readonly changes: boolean
}

/** Letters of editors. */
export interface WantedList {
  readonly kind: 'list'
  readonly target: number
}

/** What may be subscribed to. */
export type Wanted = WantedDigest | WantedEvent | WantedList

/** What may be asked for under an address: `settings` is the link to what it has. */
export type Asked = Wanted | { readonly kind: 'settings' }

/** What was asked for as it is stored: the same is always the same text. */
export function askedText(asked: Asked): string {
  if (asked.kind === 'settings') return JSON.stringify({ kind: asked.kind })
  if (asked.kind === 'list') return JSON.stringify({ kind: asked.kind, target: asked.target })
  if (asked.kind === 'digest') {
    const { kind, filter, frequency, weekday, day, at, covers } = asked
    return JSON.stringify({ kind, filter, frequency, weekday, day, at, covers })
  }
  const { kind, target, remind, changes } = asked
  return JSON.stringify({ kind, target, remind, changes })
}

/** What is stored, which only {@link askedText} has written. */
export function askedIn(text: string): Asked {
  return JSON.parse(text) as Asked
}

/** By what a digest is found: who asks for the same shares it. Filters may be longer than an index takes. */
export function digestKey({
  filter,
  frequency,
  weekday,
  day,
  at,
  covers,
}: Pick<DigestRow, 'filter'> & Rhythm): string {
  const text = JSON.stringify([frequency, weekday, day, at, covers, filter])
  return createHash('sha256').update(text).digest('base64url')
}
