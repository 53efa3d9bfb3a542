import { declaredFor, type Declaration, type Declared, type OwnKind } from '../fields/own/declaration.ts'
import { type JsonSchema, ownFilterSchema, ownSchemaOf, ownShownSchema } from '../fields/own/schema.ts'
import { type Caller, can } from '../http/auth/rights.ts'
import type { OpenApiDocument } from '../http/openapi.ts'
import { modernSchema } from '../http/openapi.schema.modern.ts'
import { openApiSchema } from '../http/openapi.schema.ts'
import { isObject } from '../pure/params/lists.ts'
import { narrowedBy } from '../records/own/own.filters.ts'
import { ownFilterSays, ownListsSays, ownSays } from '../records/own/own.params.ts'
import { ownValuesSays } from '../records/own/own.record.ts'
import { seesInternal } from '../records/own/own.shown.ts'

// Documents are made once, and what a calendar declares changes: where a document has its fields is known by how they are described there.

/** Who reads a document, and so of which fields it tells. */
interface Reading {
  readonly declared: Declared
  readonly caller: Caller
}

interface Made {
  readonly all: Declared['all']
  readonly documents: Map<string, OpenApiDocument>
}

const made = new WeakMap<OpenApiDocument, Made>()

/**
 * The document with each field that the calendar has declared as a property: in records, in what writes take, and in what lists are narrowed
 * by. Of internal ones nobody reads but who may see them. Where nothing is declared it is the same document.
 */
export function withOwnFields(
  document: OpenApiDocument,
  declared: Declared,
  caller: Caller,
): OpenApiDocument {
  const { all } = declared
  if (all.length === 0) return document
  const known = made.get(document)
  const { documents } = known?.all === all ? known : { documents: new Map<string, OpenApiDocument>() }
  made.set(document, { all, documents })
  const reader = `${seesInternal(caller)} ${can(caller, 'edit_others')} ${declared.language}`
  const before = documents.get(reader)
  if (before) return before
  const after = walked(document, { declared, caller }, documentDialect(document))
  documents.set(reader, after)
  return after
}

type Write = (schema: JsonSchema) => JsonSchema

const documentDialect =
  ({ openapi }: OpenApiDocument): Write =>
  (schema) =>
    openapi === '3.1.0' ? modernSchema(schema) : openApiSchema(schema)

/** A copy of the document in which each of those places tells the fields. */
function walked(document: OpenApiDocument, reading: Reading, write: Write): OpenApiDocument {
  const walk = (value: unknown, kind: OwnKind): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, kind))
    if (!isObject(value)) return value
    const { description } = value
    const properties = typeof description === 'string' ? told(description, kind, reading, write) : undefined
    if (properties !== undefined) return withProperties(value, properties)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, walk(part, kindIn(name) ?? kind)]),
    )
  }
  // A copy has what the document has.
  return walk(document, 'event') as OpenApiDocument
}

/** The kind of records that a schema or a path is named after; within an event stand its venue and organizers. */
function kindIn(name: string): OwnKind | undefined {
  if (/^(?:Wp|Tec)?Venue|\/(?:tribe_)?venues?\b/.test(name)) return 'venue'
  if (/^(?:Wp|Tec)?Organizer|\/(?:tribe_)?organizers?\b/.test(name)) return 'organizer'
  return undefined
}

/** A schema, or a parameter with its schema, that names these properties. */
function withProperties(place: JsonSchema, properties: JsonSchema): JsonSchema {
  if (Object.keys(properties).length === 0) return place
  const { schema } = place
  if (!isObject(schema)) return { ...place, properties }
  // `fields[audience]=children`
  return { ...place, schema: { ...schema, properties }, style: 'deepObject', explode: true }
}

/** The fields that a place with this description tells, by name; undefined where it is none of those places. */
function told(
  description: string,
  kind: OwnKind,
  { declared, caller }: Reading,
  write: Write,
): JsonSchema | undefined {
  const seen = declaredFor(declared, kind).filter((field) => field.public || seesInternal(caller))
  const as = (fields: readonly Declaration[], describe: typeof ownSchemaOf) =>
    Object.fromEntries(fields.map((field) => [field.name, write(describe(field, declared.language))]))
  const narrowing = (...kinds: readonly OwnKind[]) =>
    as([...new Set(kinds.flatMap((of) => narrowedBy(declared, of, caller)))], ownFilterSchema)
  switch (description) {
    case ownValuesSays:
      return as(seen, ownShownSchema)
    case ownSays:
      return as(seen, ownSchemaOf)
    case ownListsSays.add:
    case ownListsSays.remove:
      return as(
        seen.filter(({ type }) => type === 'choices'),
        ownShownSchema,
      )
    case ownFilterSays.event:
      return narrowing('event')
    case ownFilterSays.venue:
      return narrowing('venue')
    case ownFilterSays.linked:
      return narrowing('venue', 'organizer')
    default:
      return undefined
  }
}
