import type { Schema } from './openapi.schema.ts'

/** Examples from real records: an answer for each schema, a value for each parameter, by their names. */
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

/** The example of a parameter: none where its choices are told, or there is only yes and no. */
export function exampleOf({ parameters }: Examples, name: string, schema: Schema): unknown {
  return isPlain(schema) ? undefined : parameters[name]
}

/** Whether a schema tells by itself what may be sent. */
function isPlain(schema: Schema): boolean {
  return schema['enum'] !== undefined || schema['type'] === 'boolean' || schema['const'] !== undefined
}
