import { Check, Errors } from 'typebox/schema'
import { ApiError } from '../../pure/errors/errors.ts'
import { nearest } from '../../pure/text/nearestWords.ts'
import { isObject } from '../../pure/params/lists.ts'
import { type Assistance, BadInput, type Told, type Tool } from './mcp.tool.ts'

/** What a call of a tool comes to: what it tells, or a sentence that lets the caller mend it. */
export type Called = { readonly told: Told } | { readonly refusal: string }

/** Calls a tool; errors that are no refusals are thrown. */
export async function callTool(
  { input, name, run, sentAs, writes }: Tool,
  given: Readonly<Record<string, unknown>>,
  assistance: Assistance,
): Promise<Called> {
  if (writes && assistance.caller.id === 0)
    return {
      refusal: `${name} is for people who say who they are: send a token or an application password as Authorization.`,
    }
  const unknown = Object.keys(given).filter((key) => !(key in input.properties))
  if (unknown.length > 0) {
    const known = Object.keys(input.properties)
    const meant = unknown.length === 1 ? nearest(String(unknown[0]), known) : undefined
    const near = meant === undefined ? '' : `; the nearest is “${meant}”`
    return {
      refusal: `${name} takes no ${unknown.slice(0, 5).join(', ')}. It takes: ${known.join(', ')}${near}.`,
    }
  }
  const missing = (input.required ?? []).filter((key) => given[key] === undefined)
  if (missing.length > 0) return { refusal: `${name} needs ${missing.join(' and ')}.` }
  const wrong = Object.entries(input.properties).flatMap(([key, schema]) => {
    if (given[key] === undefined || Check(schema, given[key])) return []
    const [, [error]] = Errors(schema, given[key])
    return [`${key} ${error?.message ?? 'is not accepted'}`]
  })
  if (wrong.length > 0) return { refusal: `${name} did not accept: ${wrong.join('; ')}.` }
  try {
    return { told: await run(given, assistance) }
  } catch (error) {
    return { refusal: sentenceOf(error, sentAs) }
  }
}

/** The sentence of a refusal, with the names that the tool has for parameters; other errors are thrown on. */
export function sentenceOf(error: unknown, sentAs: Tool['sentAs'] = {}): string {
  if (error instanceof BadInput) return error.message
  if (!(error instanceof ApiError)) throw error
  const params = error.extras.data?.['params']
  if (!isObject(params)) return error.message
  const own = new Map(Object.entries(sentAs).map(([mine, theirs]) => [theirs, mine]))
  return Object.entries(params)
    .map(([name, says]) => {
      const sentence = String(says)
      const mine = own.get(name)
      return mine !== undefined && sentence.startsWith(name) ? mine + sentence.slice(name.length) : sentence
    })
    .join(' ')
}
