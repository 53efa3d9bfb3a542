import { isNot, type Kind, valuesOf } from '../../src/fields/declare.ts'
import type { Field } from '../../src/fields/field.ts'

/** Values that no record has by default, of the fields of a kind that follow from their declaration alone: all but those given. */
export function furtherFields(kind: Kind, given: object = {}): Readonly<Record<string, string | boolean>> {
  const values = valuesOf(kind, (field: Field, name) =>
    field.byHand === undefined && !isNot(field.param) && !isNot(field.record) && !(name in given)
      ? valueOf(field, name)
      : undefined,
  )
  return values as Readonly<Record<string, string | boolean>> // What is undefined is left out.
}

function valueOf(field: Field, name: string): string | boolean | undefined {
  switch (field.type) {
    case 'text':
      return field.format === 'email' ? `${name}@mill.example` : `What is said of ${name}`
    case 'link':
      return `https://${name.replaceAll('_', '-')}.example/`
    case 'flag':
      return field.initial !== 1
    case 'fact':
      return true
    case 'choice':
      return field.words?.at(-1)
    default:
      return undefined
  }
}
