import { ApiError } from '../pure/errors/errors.ts'

// What a body is made of is counted before anything is made of it: ten megabytes of parts without contents take two seconds to be told
// apart, and anybody may send them.

/** How many parameters a query or form may hold. */
export const mostParameters = 2_000

/** How many files of a form are read; only one is taken. */
export const mostFiles = 10

/** How many parts of a multipart form are told apart, whatever they are. */
export const mostParts = mostParameters + mostFiles

/** How long all fields of a form are together at most, in bytes, without its files: twenty texts as long as any may be. */
export const mostFieldBytes = 4 * 1024 * 1024

/** How long the name of a field may be as it was sent, in characters. */
const longestName = 1_000

/**
 * What all positions in names (`k[7]`) may come to: those of the longest list there may be, written out. Each makes a list as long as
 * it says.
 */
const mostPlaces = (mostParameters * (mostParameters - 1)) / 2

/** How many lines the head of a part may have, and how many bytes. */
export const partHead = { lines: 20, bytes: 8 * 1024 }

/** How deep lists and objects of JSON may be nested, and how many values it may hold. */
const mostNested = 64
const mostValues = 100_000

/** Why a multipart form of more parts is not read any further. */
export function tooManyParts(): ApiError {
  return unread(413, `it has more than ${mostParts} parts; send fewer`)
}

/** Why the fields of a form are not read that are longer together. */
export function tooMuchText(): ApiError {
  return unread(
    413,
    `its fields are longer than ${mostFieldBytes} bytes together; send what is longer as a file`,
  )
}

/** Throws 413 for a form of more fields than are read, and 400 for names that are longer, or stand for longer lists, than any here. */
export function assertFewFields(form: string): void {
  let places = 0
  let count = 0
  for (let from = 0; from < form.length; count += 1) {
    if (count === mostParameters) throw unread(413, `it has more than ${mostParameters} fields; send fewer`)
    const end = form.indexOf('&', from)
    const until = end === -1 ? form.length : end
    const name = nameIn(form.slice(from, until))
    if (name.length > longestName)
      throw unread(400, `the name of a field in it is longer than ${longestName} characters`)
    places += placesIn(name)
    if (places > mostPlaces)
      throw unread(400, 'its lists have more places than fields; number them from 0, or write []')
    from = until + 1
  }
}

/** The name of a field as the parser finds it: up to the `=` behind its last bracket. */
function nameIn(pair: string): string {
  const bracketed = /(?:\]|%5d)=/i.exec(pair)
  return bracketed ? pair.slice(0, bracketed.index + 1) : (pair.split('=', 1)[0] ?? '')
}

function placesIn(name: string): number {
  let places = 0
  for (const [, digits] of name.matchAll(/(?:\[|%5b)(\d{1,9})(?=\]|%5d|$)/gi))
    // What is beyond the longest list is taken for a name.
    if (Number(digits) < mostParameters) places += Number(digits)
  return places
}

const [quote, backslash, comma, open, close, openObject, closeObject] = Buffer.from('"\\,[]{}')

/** Throws 400 for JSON that is nested deeper than any record, and 413 for more values than are read. */
export function assertFlatJson(body: Uint8Array): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) at = endOfText(body, at)
    else if (byte === open || byte === openObject) {
      depth += 1
      if (depth > mostNested) throw unread(400, `it is nested deeper than ${mostNested} times`)
    } else if (byte === close || byte === closeObject) depth -= 1
    else if (byte === comma) {
      values += 1
      if (values >= mostValues) throw unread(413, `it has more than ${mostValues} values; send fewer`)
    }
  }
}

/** Where the text ends that begins there. */
function endOfText(body: Uint8Array, from: number): number {
  for (let at = from + 1; at < body.length; at += 1) {
    if (body[at] === backslash) at += 1
    else if (body[at] === quote) return at
  }
  return body.length
}

function unread(status: 400 | 413, reason: string): ApiError {
  return new ApiError('rest_invalid_body', { reason }, { status })
}
