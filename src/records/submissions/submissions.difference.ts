import type { Declared } from '../../fields/own/declaration.ts'
import { costsOf, type EventWithLinks } from '../events/events.row.ts'
import { termText } from '../../pure/text/render.ts'
import { storedJson } from '../../pure/text/stored.ts'
import type { Fields } from './submissions.params.ts'
import { byName, ownNow } from './submissions.own.ts'
import { plain, storedAs, times } from './submissions.proposable.ts'
import type { SubmissionRow } from './submissions.query.ts'

/** A category or tag as proposals have it. */
export function termOf({ id, name }: { readonly id: number; readonly name: string }) {
  return { id, name: termText(name) }
}

/** The values of an event as proposals have them, by field. */
export function valuesOf(
  { event, venues, organizers, categories, tags }: Omit<EventWithLinks, 'tickets' | 'images'>,
  declared: Declared,
): Fields {
  return {
    ...Object.fromEntries([...times, ...plain].map((name) => [name, storedAs(name, { ...event })])),
    venue: venues.map(({ id, title }) => ({ id, venue: title })),
    organizer: organizers.map(({ id, title }) => ({ id, organizer: title })),
    cost: costsOf(event),
    categories: categories.map(termOf),
    tags: tags.map(termOf),
    image: event.image_id === null ? null : { id: event.image_id },
    fields: ownNow(declared, 'event', event.own),
  }
}

/** Whether two values of a field mean the same: what has an ID is that, whatever it is called. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(other))
}

function identityOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null
  const ids = value.map((member: unknown) =>
    typeof member === 'object' && member !== null && 'id' in member ? member.id : member,
  )
  return ids.every((id) => typeof id === 'number') ? ids.toSorted((a, b) => a - b) : ids
}

/** A field whose value is one thing in each of three times. */
export interface Difference {
  readonly base: unknown
  readonly proposed: unknown
  readonly current: unknown
  /** Whether it was changed here since, and not to what is proposed. */
  readonly conflict: boolean
}

/** A proposal against the event as it is now; of a new event, or where the event is gone, there is nothing to compare. */
export function differencesOf(
  proposal: { readonly proposed: Fields; readonly base: Fields },
  now: Fields | undefined,
): Readonly<Record<string, Difference>> {
  const base = byName(proposal.base)
  const current = now && byName(now)
  return Object.fromEntries(
    Object.entries(byName(proposal.proposed)).map(([name, value]) => {
      const [before, here] = [base[name] ?? null, current?.[name] ?? null]
      const conflict = current !== undefined && !isSame(here, before) && !isSame(here, value)
      return [name, { base: before, proposed: value, current: here, conflict }]
    }),
  )
}

/** What is proposed, by field, and what these fields were before. */
export function fieldsOf({ proposed, base }: Pick<SubmissionRow, 'proposed' | 'base'>): {
  readonly proposed: Fields
  readonly base: Fields
} {
  // Only this program writes them: what can be read is always an object.
  return { proposed: storedFields(proposed), base: storedFields(base) }
}

function storedFields(text: string): Fields {
  return (storedJson('a proposal', text) ?? {}) as Fields
}

/** The key of the picture that waits with it; what was accepted has become one of the calendar's, and is kept in case that is taken back. */
export function shownPicture({ state, picture }: Pick<SubmissionRow, 'state' | 'picture'>): string | null {
  return state === 'accepted' ? null : picture
}
