import { Type, type Static, type TObjectOptions, type TSchema } from 'typebox'

/**
 * The schema of an object with members of any name, each of them such a value: what `Type.Record` makes of `Type.String()`,
 * without all that TypeBox knows of types, which would be loaded for it.
 */
export function byAnyName<Value extends TSchema>(value: Value, options: TObjectOptions = {}) {
  return Type.Unsafe<Record<string, Static<Value>>>({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  })
}
