import { Busboy } from '@fastify/busboy'
import qs from 'qs'
import { ApiError } from '../errors.ts'

/** Parameters as they were sent, from one source: any JSON value by name. */
export type Sent = Readonly<Record<string, unknown>>

/** How deep `a[b][c]` may nest, and how many parameters a query or form may hold. */
const depth = 6
const parameterLimit = 2_000

/** Reads a query string or urlencoded form; of a repeated name the last counts, `k[]` and `k[0]` make lists (`wire-others.md` 5). */
export function readForm(text: string): Sent {
  return qs.parse(text, {
    depth,
    parameterLimit,
    arrayLimit: parameterLimit,
    duplicates: 'last',
    plainObjects: true,
    ignoreQueryPrefix: true,
  })
}

/**
 * Reads the parameters of a body by its content type (`wire-others.md` 5): JSON objects for `application/json` and
 * `*+json`, urlencoded forms on every method, multipart forms on POST; anything else carries none.
 */
export async function readBody(method: string, contentType: string, body: Buffer): Promise<Sent> {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || /^[\w.-]+\/[\w.-]+\+json$/.test(type)) return readJson(body)
  if (type === 'application/x-www-form-urlencoded') return readForm(body.toString('utf8'))
  if (type === 'multipart/form-data' && method === 'POST') return readMultipart(contentType, body)
  return {}
}

/** Wire: lists, scalars, null and an empty body carry no parameters; the error number is that of a syntax error. */
function readJson(body: Buffer): Sent {
  if (body.length === 0) return {}
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Sent) : {}
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown'
    throw new ApiError(
      'rest_invalid_json',
      { reason },
      { data: { json_error_code: 4, json_error_message: reason } },
    )
  }
}

/** Files in the form are left out here: no parameter of this service takes one. */
async function readMultipart(contentType: string, body: Buffer): Promise<Sent> {
  const pairs: [string, string][] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  try {
    const form = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: parameterLimit, fieldSize: body.length },
    })
    form.on('field', (name, value) => pairs.push([name, value]))
    form.on('file', (_name, file) => file.resume())
    form.on('finish', resolve)
    form.on('error', reject)
    form.end(body)
    await promise
  } catch {
    throw new ApiError('rest_invalid_body', {
      reason: 'it is no multipart form with the boundary its header names',
    })
  }
  return readForm(new URLSearchParams(pairs).toString())
}
