import {
  type Declaration,
  declaredFor,
  type Declared,
  type OwnKind,
  type OwnValue,
  type OwnValues,
  spokenOwn,
  textIn,
} from '../../fields/own/declaration.ts'
import { type JsonSchema, ownFilterSchema, ownObjectSchema, ownSchemaOf } from '../../fields/own/schema.ts'
import type { Caller } from '../../http/auth/rights.ts'
import { narrowedBy } from '../../records/own/own.filters.ts'
import { seesInternal } from '../../records/own/own.shown.ts'
import { isObject } from '../../pure/params/lists.ts'
import { Type } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { address, line, quoted } from './mcp.quoting.ts'
import type { Tool } from './mcp.tool.ts'

/** What is held against what a tool was given; what the fields of the calendar take, the interface tells in its sentences. */
export const givenOwn = Type.Optional(Type.Object({}))

/** How data have what is said of them. */
export const ownOut = Type.Optional(
  byAnyName(Type.Unknown(), {
    description: 'What it says of the fields that this calendar has declared, by name.',
  }),
)

/** The tool as this caller may use it: it takes the fields of the calendar where there are any. */
export function withOwn(tool: Tool, declared: Declared, caller: Caller): Tool {
  const taken = tool.own && schemaFor(tool.own, declared, caller)
  return taken
    ? { ...tool, input: Type.Object({ ...tool.input.properties, fields: givenOwn }, closed) }
    : tool
}

const closed = { additionalProperties: false }

/** The schema of what a tool takes, as it is told: with the fields of the calendar, their labels, and what can be chosen. */
export function toldInput(tool: Tool, declared: Declared, caller: Caller): JsonSchema {
  // Schemas are JSON.
  const input = JSON.parse(JSON.stringify(tool.input)) as JsonSchema
  if (tool.own === undefined || !isObject(input['properties'])) return input
  const fields = schemaFor(tool.own, declared, caller)
  const properties = fields ? { ...input['properties'], fields } : input['properties']
  if (tool.own === 'filters') return { ...input, properties }
  const linked = (['venue', 'organizer'] as const).map((kind) => {
    const values = valuesSchema(kind, declared, caller)
    return [kind, withFields(input['properties'], kind, values)] as const
  })
  return { ...input, properties: { ...properties, ...Object.fromEntries(linked) } }
}

/** The schema of a venue or an organizer, whose new records say something of their fields as well; or nothing, where none is declared. */
function withFields(
  properties: unknown,
  kind: 'venue' | 'organizer',
  values: JsonSchema | undefined,
): unknown {
  const walk = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(walk)
    if (!isObject(schema)) return schema
    const of = schema['properties']
    if (!isObject(of) || !(kind in of))
      return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, walk(part)]))
    const { fields: _, ...rest } = of
    return { ...schema, properties: values ? { ...rest, fields: values } : rest }
  }
  return isObject(properties) ? walk(properties[kind]) : undefined
}

function schemaFor(
  own: NonNullable<Tool['own']>,
  declared: Declared,
  caller: Caller,
): JsonSchema | undefined {
  return own === 'values' ? valuesSchema('event', declared, caller) : filtersSchema(declared, caller)
}

function valuesSchema(kind: OwnKind, declared: Declared, caller: Caller): JsonSchema | undefined {
  const fields = declaredFor(declared, kind).filter((field) => field.public || seesInternal(caller))
  if (fields.length === 0) return undefined
  const described = (field: Declaration) => ownSchemaOf(field, declared.language)
  return ownObjectSchema(fields, described, `Fields of this calendar, for ${kind}s.`)
}

function filtersSchema(declared: Declared, caller: Caller): JsonSchema | undefined {
  const fields = narrowedBy(declared, 'event', caller)
  if (fields.length === 0) return undefined
  const described = (field: Declaration) => ownFilterSchema(field, declared.language)
  return ownObjectSchema(fields, described, 'Only events that say this of the fields of this calendar.')
}

const spoken = ({ label }: Declaration, { language }: Declared) => textIn(label, language, language)

/** What a record says of them, as data: texts that others have written are cleaned. */
export function ownIn(record: { readonly fields?: OwnValues | undefined }): { fields?: OwnValues } {
  const said = Object.entries(record.fields ?? {}).map(([name, value]) => [name, cleaned(value)] as const)
  return said.length === 0 ? {} : { fields: Object.fromEntries(said) }
}

function cleaned(value: OwnValue): OwnValue {
  if (typeof value !== 'string') return value
  return /^https?:/.test(value) ? address(value) : line(value, longest)
}

const longest = 500

/** The same in words, a line each. */
export function ownFacts(
  said: { readonly fields?: OwnValues | undefined },
  declared: Declared,
): readonly string[] {
  return declaredFor(declared, 'event').flatMap((field) => {
    const value = said.fields?.[field.name]
    if (value === undefined) return []
    const { language } = declared
    const words =
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : spokenOwn(field, value, language, language)
    return [`${line(spoken(field, declared))}: ${quoted(words)}`]
  })
}
