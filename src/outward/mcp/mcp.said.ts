import { Type, type TProperties } from 'typebox'
import type { Kind } from '../../fields/declare.ts'
import type { Field } from '../../fields/field.ts'
import { nameIn } from '../../fields/names.ts'
import { line } from './mcp.quoting.ts'

/** What is told of fields by their names, as they are declared. */
export type Said = Readonly<Record<string, boolean | string>>

/** How data have these fields, where something is said of them. */
export function saidOut({ fields }: Kind, names: readonly string[]): TProperties {
  const members = names.map((name) => {
    const { type, says } = fields[name] as Field
    const description = { description: says }
    return [name, Type.Optional(isYes(type) ? Type.Boolean(description) : Type.String(description))] as const
  })
  return Object.fromEntries(members)
}

const isYes = (type: Field['type']) => type === 'flag' || type === 'fact'

/** What a record says of these fields; what it does not is left out. */
export function saidIn(names: readonly string[], record: object): Said {
  const told = new Map<string, unknown>(Object.entries(record))
  return Object.fromEntries(
    names.flatMap((name): [name: string, said: boolean | string][] => {
      const value = told.get(name)
      if (typeof value === 'boolean') return [[name, value]]
      return typeof value === 'string' && value !== '' ? [[name, line(value)]] : []
    }),
  )
}

/** What a field is called where assistants are told of it. */
export function labelOf({ fields }: Kind, name: string): string {
  return fields[name]?.amenity ?? nameIn('en', name)
}
