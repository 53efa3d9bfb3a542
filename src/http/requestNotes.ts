import type { IncomingMessage } from 'node:http'
import { clientAddresses } from './client.ts'
import { idsOf } from './requestId.ts'
import { nameSpan, type RequestSpan } from './traces.ts'
import type { LogField, Note } from './requestLog.ts'

/** What is known of a request once it has been answered, beside what its message says. */
export interface Outcome {
  readonly url: string
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
  readonly user?: string | undefined
}

/** Notes requests when they have been answered. */
export interface RequestNotes {
  /** Takes the measure of the connection, before the first byte of the answer. */
  begin(message: IncomingMessage, route: string | undefined): void
  end(message: IncomingMessage, outcome: Outcome): void
}

/** Longer names of programs are cut: whoever sends them chooses them. */
const longestAgent = 300

/** Notes requests with those of the further fields that are wanted; what is not wanted is not looked up either. */
export function createNoting(
  note: Note,
  { logFields, trustProxy }: { logFields: readonly LogField[]; trustProxy: boolean | readonly string[] },
): RequestNotes {
  const [wantsAddress, wantsUser, wantsBytes, wantsAgent] = (
    ['address', 'user', 'bytes', 'agent'] satisfies LogField[]
  ).map((field) => logFields.includes(field))
  const addressOf = clientAddresses(trustProxy)
  const spans = new WeakMap<IncomingMessage, RequestSpan>()
  /** What the connection had sent before. */
  const sentBefore = new WeakMap<IncomingMessage, number>()
  return {
    begin: (message, route) => {
      const span = nameSpan(message.method ?? '', route)
      if (span) spans.set(message, span)
      if (wantsBytes) sentBefore.set(message, message.socket.bytesWritten)
    },
    end: (message, { url, route, status, ms, user }) => {
      const { id, trace } = idsOf(message)
      const span = spans.get(message)
      const before = sentBefore.get(message)
      note({
        method: message.method ?? '',
        url,
        route,
        status,
        ms,
        address: wantsAddress ? addressOf(message) : undefined,
        user: wantsUser ? user : undefined,
        bytes: before === undefined ? undefined : message.socket.bytesWritten - before,
        request: id,
        trace_id: span?.trace_id ?? trace,
        span_id: span?.span_id,
        agent: wantsAgent ? message.headers['user-agent']?.slice(0, longestAgent) : undefined,
      })
    },
  }
}

/** Logins of those whose requests are being answered. */
const users = new WeakMap<object, string>()

/** Remembers who has sent a request, for the log. */
export function rememberUser(request: object, { id, login }: { id: number; login: string }): void {
  if (id !== 0) users.set(request, login)
}

/** The login of who has sent a request; undefined where nobody signed in. */
export function userOf(request: object): string | undefined {
  return users.get(request)
}
