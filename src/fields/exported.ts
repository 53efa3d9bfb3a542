import { Type, type TSchema } from 'typebox'
import { byAnyName } from '../pure/params/byAnyName.ts'
import { epochSeconds, instantOf } from '../pure/calendar/text.ts'
import { facts } from '../pure/params/flags.ts'
import { storedJson } from '../pure/text/stored.ts'

/** How a column is written into an export and read back: the inverse of each other. */
export interface Exported {
  /** The documented schema of the value in the export. */
  readonly schema: TSchema
  readonly write: (stored: unknown) => unknown
  readonly read: (written: unknown) => unknown
}

/** The columns of a table that an export has, by name, in the order in which they are written. */
export type ExportedFields = Readonly<Record<string, Exported>>

/** Every column of a table but these: a missing or unknown one does not compile. */
export type ExportOf<Table, But extends keyof Table = never> = Readonly<
  Record<Exclude<keyof Table, But>, Exported>
>

const same = (value: unknown): unknown => value

/** Any text. */
export const text = (description: string): Exported => {
  return { schema: Type.String({ description }), write: same, read: same }
}

/** One of these words. */
export const oneOf = (values: readonly string[], description: string): Exported => {
  return { schema: Type.Enum([...values], { description }), write: same, read: same }
}

/** The largest number in a column of whole numbers in both kinds of databases. */
const largestInteger = 2 ** 31 - 1

/** The largest id that an export may have, so that ids generated after it are exact numbers too. */
export const largestId = 2 ** 52

/** A whole number; not negative unless a minimum is given. */
export const integer = (
  description: string,
  { minimum = 0, maximum = largestInteger }: { minimum?: number; maximum?: number } = {},
): Exported => {
  return { schema: Type.Integer({ minimum, maximum, description }), write: same, read: same }
}

export const id = (description: string): Exported => integer(description, { minimum: 1, maximum: largestId })

/** An angle up to this many degrees either way. */
export const degrees = (limit: number, description: string): Exported => {
  return { schema: Type.Number({ minimum: -limit, maximum: limit, description }), write: same, read: same }
}

/** Stored as 0 or 1. */
export const flag = (description: string): Exported => {
  return { schema: Type.Boolean({ description }), write: (stored) => stored === 1, read: Number }
}

/** What is known of something (D77). Exports of 0.1.0 have true for yes, and false for all else. */
export const fact = (description: string): Exported => {
  const words = Object.keys(facts)
  return {
    schema: Type.Union([Type.Enum(words), Type.Boolean()], { description }),
    write: (stored) => words.find((word) => facts[word as keyof typeof facts] === stored),
    read: (written) =>
      typeof written === 'boolean' ? Number(written) : facts[written as keyof typeof facts],
  }
}

/** Stored as seconds since 1970: an instant in UTC, to the second (RFC 3339). */
export const instant = (description: string): Exported => {
  return {
    schema: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`, description }),
    // The columns are numbers; the schema has been checked before anything is read.
    write: (stored) => instantOf(stored as number).toString(),
    read: (written) => epochSeconds(Temporal.Instant.from(written as string)),
  }
}

/** A wall clock, stored as it is shown. */
export const wall = (description: string): Exported => {
  const schema = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`, description })
  return { schema, write: same, read: (written) => Temporal.PlainDateTime.from(written as string) && written }
}

/** Stored as JSON text, empty for an empty list. */
export const list = (member: TSchema, description: string): Exported => {
  return {
    schema: Type.Array(member, { description }),
    write: (stored) => (stored === '' ? [] : (storedJson('a list', stored as string) ?? [])),
    read: (written) => JSON.stringify(written),
  }
}

/** Stored as JSON text: anything, and empty for nothing. */
export const json = (description: string): Exported => {
  return {
    schema: Type.Unknown({ description }),
    write: (stored) => (stored === '' ? null : (storedJson('JSON', stored as string) ?? null)),
    read: (written) => (written === null ? '' : JSON.stringify(written)),
  }
}

/** Stored as JSON text: an object of ours. */
export const object = (description: string): Exported => {
  return {
    schema: byAnyName(Type.Unknown(), { description }),
    write: (stored) => storedJson('an object', stored as string) ?? {},
    read: (written) => JSON.stringify(written),
  }
}

/** The same, or null for none. */
export const orNull = ({ schema, write, read }: Exported): Exported => {
  return {
    schema: Type.Union([schema, Type.Null()]),
    write: (stored) => (stored === null ? null : write(stored)),
    read: (written) => (written === null ? null : read(written)),
  }
}

/** The same, which exports lack that are older than the column: they are read as if this was written. */
export const added = ({ schema, write, read }: Exported, otherwise: unknown): Exported => {
  return { schema: Type.Optional(schema), write, read: (written) => read(written ?? otherwise) }
}

/** The members of a record, in order. */
export function schemasOf(fields: ExportedFields): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))
}

/** The members of a record as an export has them. */
export function writeFields(
  fields: ExportedFields,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const written: Record<string, unknown> = {}
  for (const name in fields) written[name] = fields[name]?.write(row[name])
  return written
}

/** The columns of a row as they are stored. Throws a RangeError, with a sentence, for a day or time that does not exist. */
export function readFields(
  fields: ExportedFields,
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const name in fields) {
    try {
      columns[name] = fields[name]?.read(record[name])
    } catch (error) {
      throw new RangeError(`“${name}” is no day or time that there is: ${String(record[name])}`, {
        cause: error,
      })
    }
  }
  return columns
}
