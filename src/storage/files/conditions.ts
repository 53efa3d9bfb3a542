import type { IncomingHttpHeaders } from 'node:http'
import { isKnown } from '../../pure/params/conditional.ts'
import { httpDate } from '../../pure/calendar/text.ts'
import type { ByteRange } from './store.ts'

/** What the conditions of a request are compared with. */
export interface Validators {
  readonly size: number
  readonly modifiedAt: number
  readonly etag: string
}

/** How a request for a file is answered. */
export type Verdict =
  | { readonly status: 200 | 304 | 412 | 416 }
  | { readonly status: 206; readonly range: ByteRange }

/** Evaluates the conditions and the range of a GET or HEAD, in the order of RFC 9110, 13.2.2. */
export function weigh(method: string, headers: IncomingHttpHeaders, file: Validators): Verdict {
  if (hasChanged(headers, file)) return { status: 412 }
  if (isFresh(headers, file)) return { status: 304 }
  // A range is for GET only (RFC 9110, 14.2), and an empty file has none.
  if (
    method !== 'GET' ||
    headers.range === undefined ||
    file.size === 0 ||
    !isSame(headers['if-range'], file)
  )
    return { status: 200 }
  return weighRange(headers.range, file.size)
}

function hasChanged(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const match = headers['if-match']
  if (match !== undefined) return !match.split(',').some((tag) => tag.trim() === '*' || tag.trim() === etag)
  const since = readHttpDate(headers['if-unmodified-since'])
  return since !== undefined && modifiedAt > since
}

function isFresh(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const noneMatch = headers['if-none-match']
  if (noneMatch !== undefined) return isKnown(noneMatch, etag)
  const since = readHttpDate(headers['if-modified-since'])
  return since !== undefined && modifiedAt <= since
}

/** Whether `If-Range` names this very file: by strong comparison, and a date as a text (RFC 9110, 13.1.5). */
function isSame(ifRange: string | string[] | undefined, { etag, modifiedAt }: Validators): boolean {
  return ifRange === undefined || ifRange === etag || ifRange === httpDate(modifiedAt)
}

/** Reads a single range; several at once and invalid ones are ignored, which RFC 9110, 14.2 allows. */
function weighRange(text: string, size: number): Verdict {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(text) ?? []
  if (first === undefined || last === undefined || first + last === '') return { status: 200 }
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { status: 200 }
  return start < size ? { status: 206, range: { start, end } } : { status: 416 }
}

/** The three forms of RFC 9110, 5.6.7. */
const httpDates = [
  /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/i,
  /^[a-z]{6,9}, \d\d-[a-z]{3}-\d\d \d\d:\d\d:\d\d GMT$/i,
  /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i,
]

/** Epoch seconds; undefined for anything but an HTTP date, which is then ignored. */
function readHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !httpDates.some((form) => form.test(text))) return undefined
  const milliseconds = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000
}
