import type { OwnValues } from '../../../fields/own/declaration.ts'
import { plain } from '../texts.ts'
import { addressText, type Form, type Linked } from './form.ts'

/** What somebody proposes, by the names of the service. */
export type Proposed = Readonly<Record<string, unknown>>

/** What is chosen, as it is sent: by its ID, or with the fields of a new one. */
export function linkedOf(linked: readonly Linked[]) {
  return linked.map(({ id, fields }) => (id === 0 ? fields : id))
}

/** The names of what is chosen, in a line. */
export function namesOf(chosen: readonly { readonly name: string }[]): string {
  return chosen.map(({ name }) => name).join(', ')
}

/** A text that is proposed; undefined for none. */
export function textIn(fields: Proposed, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

/** A list that is proposed; undefined for none. */
export function listIn(fields: Proposed, name: string): readonly unknown[] | undefined {
  const value = fields[name]
  return Array.isArray(value) ? value : undefined
}

/** What is said, or proposed, of the fields that the calendar has declared. */
export function valuesIn({ fields }: { readonly fields?: unknown }): OwnValues {
  return (fields ?? {}) as OwnValues // The service has read them as they are declared.
}

/** Places or organizers that are proposed. */
export function proposedLinks(fields: Proposed, name: 'venue' | 'organizer'): readonly Linked[] | undefined {
  return (listIn(fields, name) as readonly Proposed[] | undefined)?.map((one) => proposedLink(one, name))
}

/** One that there is by its ID; a new one by its fields. */
function proposedLink({ id, ...rest }: Proposed, name: 'venue' | 'organizer'): Linked {
  const fields = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(value)]))
  const linked = { name: plain(fields[name] ?? ''), says: addressText(fields) }
  return typeof id === 'number' ? { id, ...linked } : { id: 0, ...linked, fields }
}

/** Categories or tags that are proposed. */
export function proposedTerms(fields: Proposed, name: 'categories' | 'tags'): Form['tags'] | undefined {
  const terms = listIn(fields, name) as readonly Proposed[] | undefined
  return terms?.map((term) => ({ id: Number(term['id']), name: plain(String(term['name'])) }))
}

/** When it is by what is proposed. */
export function proposedWhen(when: Form['when'], fields: Proposed): Form['when'] {
  const { start_date: start, end_date: end, all_day, timezone } = fields
  return {
    ...when,
    ...(typeof start === 'string' ? { startDay: start.slice(0, 10), startTime: start.slice(11, 16) } : {}),
    ...(typeof end === 'string' ? { endDay: end.slice(0, 10), endTime: end.slice(11, 16) } : {}),
    ...(typeof all_day === 'boolean' ? { isAllDay: all_day } : {}),
    ...(typeof timezone === 'string' ? { zone: timezone } : {}),
  }
}
