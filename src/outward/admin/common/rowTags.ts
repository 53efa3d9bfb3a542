import { signal } from '@preact/signals'
import { ask } from '../api.ts'
import { proposed } from '../places.ts'
import type { EventRecord } from '../records.ts'
import { mayApprove, mayImport } from '../session.ts'
import { settle } from '../settle.ts'

/** The events for which a change is proposed and not decided, by ID. */
export const changing = signal<ReadonlySet<number>>(new Set())

/** What the source is called that events have come from, by their IDs. */
export const origins = signal<ReadonlyMap<number, string>>(new Map())

/** So many proposals are looked through. */
const mostProposals = 50

/** Asks what else is to be said of events, of those who may know it; where it cannot be known nothing is said. */
export function learnOf(events: readonly EventRecord[]): void {
  if (mayApprove() && (proposed.peek() ?? 0) > 0)
    void settle(
      ask<{ submissions: readonly { event: { id: number } | null }[] }>('submissions', {
        query: { kind: 'change', per_page: mostProposals },
      }),
      ({ body }) => {
        changing.value = new Set(body.submissions.flatMap(({ event }) => event?.id ?? []))
      },
      () => {},
    )
  if (mayImport() && events.length > 0)
    void settle(
      ask<{ origins: readonly { event: number; source: string }[] }>('imports/origins', {
        query: { events: events.map(({ id }) => id) },
      }),
      ({ body }) => {
        origins.value = new Map(body.origins.map(({ event, source }) => [event, source]))
      },
      () => {},
    )
}
