import { type FieldKey, messages } from '../../fields/messages.ts'
import { textsOf } from './texts.ts'

const { t } = textsOf(messages)

/** The fields in the order in which they are told. */
export const told: readonly string[] = Object.keys(messages)

/** What people call a field. */
export function nameOf(field: string): string {
  return isNamed(field) ? t(field) : field
}

function isNamed(field: string): field is FieldKey {
  return field in messages
}

/** The place of a field among others. */
export function placeOf(field: string): number {
  const place = told.indexOf(field)
  return place === -1 ? told.length : place
}
