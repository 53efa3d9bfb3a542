import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import qs from 'qs'
import { ApiError } from '../pure/errors/errors.ts'
import { isObject } from '../pure/params/lists.ts'
import type { UploadedFile } from './resource.ts'
import {
  assertFewFields,
  assertFlatJson,
  mostFieldBytes,
  mostFiles,
  mostParameters,
  mostParts,
  partHead,
  tooManyParts,
  tooMuchText,
} from './bodyShape.ts'
import { TimeSlices } from './timeSlices.ts'

/** Parameters as they were sent, from one source: any JSON value by name. */
export type Sent = Readonly<Record<string, unknown>>

/** How deep `a[b][c]` may nest. */
const depth = 6

/** Reads a query string or urlencoded form; of a repeated name the last counts, `k[]` and `k[0]` make lists (`wire-others.md` 5). */
export function readForm(text: string): Sent {
  return qs.parse(nested(text), {
    depth,
    parameterLimit: mostParameters,
    arrayLimit: mostParameters,
    duplicates: 'last',
    plainObjects: true,
    ignoreQueryPrefix: true,
  })
}

/** Writes `k[][]` as `k[0][]`: the parser would make one list of it, and clients of PHP mean a list in a list. */
function nested(text: string): string {
  if (text.search(listInList) === -1) return text
  const pairs = text.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.replaceAll(listInList, '[0]'), ...value].join('=')
  })
  return pairs.join('&')
}

/** `[]` before another one, as it is or encoded. */
const listInList = /(?:\[|%5b)(?:\]|%5d)(?=(?:\[|%5b)(?:\]|%5d))/gi

/** What a body holds: parameters, or a file, or both. */
export interface Body {
  readonly params: Sent
  readonly file: UploadedFile | undefined
  /** Why no parameters were found in the body, as a sentence; shown when a required one is missing. */
  readonly unread?: string
}

/**
 * Reads a body by its content type (`wire-others.md` 5): JSON objects for `application/json` and `*+json`, multipart forms on
 * POST, where a file may be too, urlencoded forms on every method. An image is a file by itself, and so is any other body
 * whose Content-Disposition names a file; anything else holds nothing. Throws 415 where it is compressed, and 413 where it is of more
 * pieces than any form.
 */
export async function readBody(method: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Body> {
  const coding = headers['content-encoding'] ?? 'identity'
  if (!/^\s*(?:identity)?\s*$/i.test(coding)) throw coded(coding)
  const contentType = headers['content-type'] ?? ''
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || /^[\w.-]+\/[\w.-]+\+json$/.test(type)) return readJson(body)
  const isMultipart = type === 'multipart/form-data'
  if (isMultipart && method === 'POST') return readMultipart(contentType, body)
  // Before forms: clients such as curl call a file a form unless they are told its type.
  const name = isMultipart ? undefined : fileNameIn(headers['content-disposition'] ?? '')
  const isFile = name !== undefined || type.startsWith('image/')
  if (isFile && body.length > 0) return { params: {}, file: { name: name ?? 'image', bytes: body } }
  if (type === 'application/x-www-form-urlencoded') return readUrlencoded(body.toString('utf8'))
  return body.length === 0 ? only({}) : { ...only({}), unread: unreadType(type) }
}

/** Whether a Content-Type names a type, whatever its parameters (RFC 9110, 8.3.1); undefined does not contradict. */
export function isMediaType(contentType = 'any/type'): boolean {
  return /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/.test(contentType)
}

/** A compressed body may unpack to any size, and no known client sends one (RFC 9110, 15.5.16). */
function coded(coding: string): ApiError {
  const reason = `its Content-Encoding is ${coding}; send it as it is`
  return new ApiError(
    'rest_invalid_body',
    { reason },
    { status: 415, headers: { 'Accept-Encoding': 'identity' } },
  )
}

function unreadType(type: string): string {
  const was = type === '' ? 'came without the type of its contents' : `was not read, being ${type}`
  return `The body ${was}; send it as application/json or as a form.`
}

/** Command-line clients such as curl send JSON as a form unless they are told the content type. */
function readUrlencoded(text: string): Body {
  if (text.includes('\0')) return { ...only({}), unread: bytesAsForm }
  if (text.length > mostFieldBytes) throw tooMuchText()
  assertFewFields(text)
  const form = only(readForm(text))
  return /^\s*[{[]/.test(text)
    ? { ...form, unread: 'The body looks like JSON, but came as a form; send it as application/json.' }
    : form
}

/** Such clients call a file a form, too; forms write this character as `%00`. */
const bytesAsForm =
  'The body came as a form, but holds bytes as only files do; send a file with its own type, or within a multipart form.'

const only = (params: Sent): Body => ({ params, file: undefined })

/** The file name of a Content-Disposition, without the folders of whoever sent it (RFC 6266, 4.3). */
function fileNameIn(disposition: string): string | undefined {
  return namedIn(headerText(disposition))?.replace(/^.*[\\/]/s, '')
}

/** The text of a header, whose bytes Node takes for Latin-1: if they are UTF-8, as clients write it, they are read as that. */
function headerText(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) && bytes.toString('latin1') === value ? bytes.toString('utf8') : value
}

/** The extended name before the plain one, which may have blanks without being quoted. */
function namedIn(disposition: string): string | undefined {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // Not UTF-8 after all: the plain name may still be good.
    }
  }
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s][^;]*))/i.exec(disposition) ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare?.trimEnd()
}

/** Wire: lists, scalars, null and an empty body carry no parameters; the error number is that of a syntax error. */
function readJson(body: Buffer): Body {
  if (body.length === 0) return only({})
  assertFlatJson(body)
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return isObject(read) ? only(read) : { ...only({}), unread: 'The body is no JSON object.' }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown'
    throw new ApiError(
      'rest_invalid_json',
      { reason },
      { data: { json_error_code: 4, json_error_message: reason } },
    )
  }
}

/** The fields of a multipart form, and its file: the one called `file`, else the first. */
async function readMultipart(contentType: string, body: Buffer): Promise<Body> {
  const pairs: [string, string][] = []
  const files: { field: string; name: string; chunks: Buffer[] }[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  try {
    const form = new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: mostParameters,
        fieldSize: mostFieldBytes,
        fileSize: body.length,
        files: mostFiles,
        parts: mostParts,
        headerPairs: partHead.lines,
        headerSize: partHead.bytes,
      },
    })
    let length = 0
    form.on('field', (name, value, _isNameCut, isCut) => {
      length += value.length
      if (isCut || length > mostFieldBytes) reject(tooMuchText())
      else pairs.push([name, value])
    })
    form.on('file', (field, stream, name) => {
      const chunks: Buffer[] = []
      files.push({ field, name, chunks })
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      // Emitted when a file ends early; without a listener the process would end.
      stream.on('error', reject)
    })
    form.on('partsLimit', () => reject(tooManyParts()))
    form.on('finish', resolve)
    form.on('error', reject)
    // In pieces: Busboy does not get past a part without a name when it comes in one large piece.
    const pieces = Readable.from(piecesOf(body))
    pieces.pipe(form)
    // What is refused is not read to its end.
    await promise.finally(() => pieces.destroy())
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('rest_invalid_body', {
      reason: 'it is no multipart form with the boundary its header names',
    })
  }
  const file = files.find(({ field }) => field === 'file') ?? files[0]
  const fields = new URLSearchParams(pairs).toString()
  assertFewFields(fields)
  return {
    params: readForm(fields),
    file: file && { name: file.name, bytes: Buffer.concat(file.chunks) },
  }
}

/** The size of pieces that come from the network. */
const piece_bytes = 16 * 1024

async function* piecesOf(body: Buffer): AsyncGenerator<Buffer, void, undefined> {
  const slices = new TimeSlices()
  for (let from = 0; from < body.length; from += piece_bytes) {
    yield body.subarray(from, from + piece_bytes)
    const rest = slices.next()
    if (rest) await rest
  }
}
