import { isObject } from '../pure/params/lists.ts'
import type { Schema } from './openapi.schema.ts'

/** Examples from real records (`scripts/examples.ts`): an answer for each schema, a value for each parameter, by their names. */
export interface Examples {
  readonly schemas: Readonly<Record<string, unknown>>
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What a document has that shows none. */
export const noExamples: Examples = { schemas: {}, parameters: {} }

/** Those that are kept beside this file, read when they are first asked for. */
export async function keptExamples(): Promise<Examples> {
  const { default: kept } = await import('./openapi.examples.json', { with: { type: 'json' } })
  return kept
}

/** The example of a parameter: none where its choices are told, or there is only yes and no, or it takes something else by this name. */
export function exampleOf({ parameters }: Examples, name: string, schema: Schema): unknown {
  const kept = parameters[name]
  if (kept === undefined || isPlain(schema)) return undefined
  const items = schema['items']
  if (schema['type'] !== 'array') return fits(schema, oneOf(kept)) ? oneOf(kept) : undefined
  if (!isObject(items) || isPlain(items)) return undefined
  const list = Array.isArray(kept) ? kept : [kept]
  return list.every((value) => fits(items, value)) ? list : undefined
}

function oneOf(kept: unknown): unknown {
  return Array.isArray(kept) ? kept[0] : kept
}

function fits({ type }: Schema, value: unknown): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number'
  return type === 'string' ? typeof value === 'string' : false
}

/** Whether a schema tells by itself what may be sent. */
function isPlain(schema: Schema): boolean {
  return schema['enum'] !== undefined || schema['type'] === 'boolean' || schema['const'] !== undefined
}
