import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** By what a request is found again: in the log, in the sentence of an error, and for its sender if they have sent one. */
export interface RequestIds {
  /** What its sender calls it, else the trace that it is of, else what it is called here. */
  readonly id: string
  /** The trace that it is of (W3C Trace Context), as its sender says. */
  readonly trace?: string
  /** The header by which requests that follow from it are of the same trace. */
  readonly parent?: string
  /** Whether its sender has sent an ID or a trace, and so is told. */
  readonly isAsked: boolean
}

/** The header in which it is sent and answered. */
export const requestIdHeader = 'X-Request-Id'

const known = Symbol('ids of the request')

/** A request as it was received; what was found out of it stays with it. */
export interface Identified {
  readonly headers: IncomingHttpHeaders
  [known]?: RequestIds
}

/** The IDs of a request, the same whenever it is asked. */
export function idsOf(message: Identified): RequestIds {
  return (message[known] ??= read(message.headers))
}

function read(headers: IncomingHttpHeaders): RequestIds {
  const { 'x-request-id': sent, traceparent } = headers
  if (sent === undefined && traceparent === undefined) return { id: nextId(), isAsked: false }
  const trace = typeof traceparent === 'string' ? traceOf(traceparent) : undefined
  const own = typeof sent === 'string' && idForm.test(sent) ? sent : undefined
  const id = own ?? trace
  if (id === undefined) return { id: nextId(), isAsked: false }
  if (trace === undefined || typeof traceparent !== 'string') return { id, isAsked: true }
  return { id, trace, parent: traceparent, isAsked: true }
}

/** Nothing in it could begin a line of the log, or another header. */
const idForm = /^[A-Za-z0-9._~+/=-]{1,128}$/

const traceForm = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-[\w-]*)?$/

/** The trace that the header names; undefined where it is none (W3C Trace Context, 3.2: of the first version nothing may follow). */
function traceOf(traceparent: string): string | undefined {
  if (traceparent.length > longestParent) return undefined
  const [, version, trace, more] = traceForm.exec(traceparent) ?? []
  return version === '00' && more !== undefined ? undefined : trace
}

const longestParent = 256

const letters = 'abcdefghijkmnpqrstuvwxyz'

/** Eight letters of this process, so that no two of several processes call requests the same. */
const ofProcess = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

let count = 0

function nextId(): string {
  count += 1
  return `${ofProcess}-${count.toString(36)}`
}

/** Headers of an answer with the ID, which scripts may read where they may read others: names and values in turn. */
export function withId(headers: readonly string[], id: string): string[] {
  const told = headers.map((value, at) =>
    headers[at - 1] === 'access-control-expose-headers' && at % 2 === 1
      ? `${value}, ${requestIdHeader}`
      : value,
  )
  return [...told, requestIdHeader.toLowerCase(), id]
}

const carried = new AsyncLocalStorage<string>()

/** Does what follows from a request of a trace. */
export function carrying<Result>(parent: string, work: () => Result): Result {
  return carried.run(parent, work)
}

/** What a request that follows from the present one has in addition, to be of its trace; nothing where that is of none. */
export function carriedOn(): Record<string, string> {
  const parent = carried.getStore()
  return parent === undefined ? {} : { traceparent: parent }
}
