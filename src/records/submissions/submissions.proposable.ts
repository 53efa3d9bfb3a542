import { isNot, moved, namesWhere, type NameOf, valuesOf } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import type { Field } from '../../fields/field.ts'
import { organizerFields } from '../../fields/organizers.fields.ts'
import { typeOf } from '../../fields/types.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'

/** The fields that may be proposed, in their order. Who owns, publishes and features events is not among them. */
export const proposable = [...namesWhere(eventFields, isProposable), 'fields'] as const

/** When it takes place: read together, and told together. */
export const times = namesWhere(eventFields, ({ unit }, name) => (unit ?? name) === 'start_date')

/** What is told by itself; other records are told by their IDs. */
export const plain = namesWhere(
  eventFields,
  (field, name) => isProposable(field) && field.type !== 'links' && !times.includes(name),
)

/** What may be said of a new venue or organizer, with what is declared of it. */
export const proposableOf: Readonly<Record<LinkedKind['name'], Readonly<Record<string, Field>>>> = {
  venue: moved(valuesOf(venueFields, ifProposable), { stateprovince: 'state' }),
  organizer: valuesOf(organizerFields, ifProposable),
}

/** The field of an event as it was sent, as proposals have it. */
export function sentAs(name: NameOf<typeof eventFields>, sent: unknown): unknown {
  const field: Field = eventFields.fields[name]
  return field.byHand === true ? (sent ?? '') : toldAs(field, typeOf(field).stored(sent, field))
}

/** The field of an event as it is stored, as proposals have it. */
export function storedAs(name: NameOf<typeof eventFields>, row: Readonly<Record<string, unknown>>): unknown {
  const field: Field = eventFields.fields[name]
  return toldAs(field, row[field.column ?? name])
}

/** As records show it, but for what they leave out: that is told too, or it could not be cleared. */
function toldAs(field: Field, stored: unknown): unknown {
  return typeOf(field).shown(stored, field) ?? (typeof stored === 'string' ? stored : '')
}

function isProposable({ param, proposable: said }: Field): boolean {
  return !isNot(param) && !isNot(said)
}

function ifProposable(field: Field): Field | undefined {
  return isProposable(field) ? field : undefined
}
