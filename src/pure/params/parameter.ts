import { Type, type TCodec, type TProperties, type TSchema, type TUnsafe } from 'typebox'

/**
 * How a value failed: `value`, a validator refused it, is reported first and without details; `type`, it is of the wrong type
 * altogether, is reported with details (`wire-others.md` 0, steps 6 and 7).
 */
export type FaultKind = 'value' | 'type'

/** Why one value was not accepted, as the end of the sentence “{name} …”. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly kind: FaultKind

  constructor(says: string, kind: FaultKind = 'value') {
    super(says)
    this.kind = kind
  }
}

/** What is wrong with an empty value for a text that must have one, or with null for any text that cannot be cleared. */
export const cannotBeEmpty = 'cannot be empty: leave it out instead'
export const notNull = 'must be a text, not null: leave it out instead'

/** A parameter: the JSON Schema that documents it and the function that reads what was sent. */
export type Parameter<Value> = TCodec<TUnsafe, Value>

/**
 * Declares a parameter. `schema` is what discovery and documentation show; `read` turns whatever was sent, of any JSON
 * type, into the value the rooms work with, or throws a {@link Fault}.
 */
export function parameter<Value>(schema: TSchema, read: (sent: unknown) => Value): Parameter<Value> {
  return Type.Codec(Type.Unsafe<unknown>(schema))
    .Decode(read)
    .Encode((value: Value): unknown => value)
}

/** Reads a value as the parameter declares; throws a {@link Fault}. */
export function readParameter(declared: TSchema, sent: unknown): unknown {
  // TypeBox keeps a codec's functions under this key; `parameter` above is the only maker of codecs here.
  const { '~codec': codec } = declared as { '~codec'?: { decode(sent: unknown): unknown } }
  return codec ? codec.decode(sent) : sent
}

/**
 * The parameters of a create: an optional one that was sent empty, as "" or null, is not given (D51). So are the other empty values
 * that clear it on update (D18): what these read is never null.
 */
export function givenUnlessEmpty<Declared extends TProperties>(declared: Declared): Declared {
  return mapped(declared, (one) => ({ ...one }))
}

/** The same, documented as being null by default (specification 2). */
export function noneByDefault<Declared extends TProperties>(declared: Declared): Declared {
  return mapped(declared, ({ type, enum: words, ...schema }: { type?: unknown; enum?: unknown[] }) => ({
    ...schema,
    // What is one of several things says by itself that it may be null.
    ...(words ? { enum: [...words, null] } : type === undefined ? {} : { type: [type, 'null'] }),
    default: null,
  }))
}

function mapped<Declared extends TProperties>(
  declared: Declared,
  document: (one: TSchema) => TSchema,
): Declared {
  const properties = Object.entries(declared).map(([name, one]) => [
    name,
    Type.IsOptional(one)
      ? Type.Optional(
          parameter(document(one), (sent) =>
            sent === null || sent === '' ? undefined : (readParameter(one, sent) ?? undefined),
          ),
        )
      : one,
  ])
  // The same names, each with a value of its type, or none.
  return Object.fromEntries(properties) as Declared
}

/** The parameter, documented as it is, that reads some of what may be sent in another way. */
export function readOtherwise<Value>(declared: TSchema, read: (sent: unknown) => Value): Parameter<Value> {
  // A spread leaves out what TypeBox keeps in the schema for itself, the reader among it.
  return parameter({ ...declared }, read)
}

/** Shortens what was sent for use in a sentence. */
export function quote(sent: unknown): string {
  const text = typeof sent === 'string' ? sent : (JSON.stringify(sent) ?? String(sent))
  return text.length > 60 ? `“${text.slice(0, 57)}…”` : `“${text}”`
}

/** How many members of a list a sentence mentions at most: of hundreds, the first few are enough. */
const toldAtMost = 5

/** Texts about the members of a list for a sentence: those about the first few, and how many more there are. */
export function abridged(told: readonly string[], between = ', '): string {
  const first = told.slice(0, toldAtMost).join(between)
  return told.length > toldAtMost ? `${first}${between}and ${told.length - toldAtMost} more` : first
}

/** The empty values that clear a field on update and mean “not given” on create (D7, D18). */
export function isEmpty(sent: unknown): boolean {
  return sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0)
}

/** Whether a value means none, where ids are expected: an empty value, 0 or false (D7). */
export function isNone(sent: unknown): boolean {
  return isEmpty(sent) || sent === 0 || sent === '0' || sent === false
}

/** A member of a record that cannot be written: any value is accepted and changes nothing (D49). */
export function asRead(description: string): Parameter<true> {
  return parameter(Type.Unsafe({ description }), () => true)
}
