import { type FieldKey, messages } from '../../fields/messages.ts'
import { useEffect } from 'preact/hooks'
import { needOwnFields, ownName } from './own/declared.ts'
import { settle } from './settle.ts'
import { textsOf } from './texts.ts'

const { t } = textsOf(messages)

/** The fields in the order in which they are told. */
export const told: readonly string[] = Object.keys(messages)

/** What people call a field. */
export function nameOf(field: string): string {
  const own = ownIn(field)
  return own !== undefined ? ownName(own) : isNamed(field) ? t(field) : field
}

/** The name of a field that the calendar has declared, where it is one: `fields.audience`. */
export function ownIn(field: string): string | undefined {
  return field.startsWith('fields.') ? field.slice('fields.'.length) : undefined
}

/** Asks for what people call fields of the calendar, where one is told of; without that they are told by their names. */
export function useOwnNames(fields: readonly string[]): void {
  const hasOwn = fields.some((field) => ownIn(field) !== undefined)
  useEffect(() => {
    if (hasOwn)
      void settle(
        needOwnFields(),
        () => {},
        () => {},
      )
  }, [hasOwn])
}

function isNamed(field: string): field is FieldKey {
  return field in messages
}

/** The place of a field among others. */
export function placeOf(field: string): number {
  const place = told.indexOf(field)
  return place === -1 ? told.length : place
}
