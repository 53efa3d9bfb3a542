import type { FastifyBaseLogger } from 'fastify'

/** A request that has been answered, as the log and the metrics get it. */
export interface Answered {
  readonly method: string
  /** The address that was asked for, as it was routed. */
  readonly url: string
  /** The pattern of the route that answered it; undefined where there is none. */
  readonly route: string | undefined
  readonly status: number
  /** From the first byte that was read of it to the last one that was sent, in milliseconds. */
  readonly ms: number
  /** The client’s address. */
  readonly address?: string | undefined
  /** The login of whoever sent it, if anybody signed in. */
  readonly user?: string | undefined
  /** What was sent over the connection for it, headers included. */
  readonly bytes?: number | undefined
  /** What the client calls itself. */
  readonly agent?: string | undefined
  /** By what it is found again (`requestId.ts`). */
  readonly request?: string | undefined
  /** The trace that it is of. */
  readonly trace_id?: string | undefined
  /** Its part of the trace, where that is noted by this process. */
  readonly span_id?: string | undefined
}

/** Takes note of a request that has been answered; it must take next to no time. */
export type Note = (answered: Answered) => void

/** What the line of a request has if the setting asks for it. */
export type LogField = 'address' | 'user' | 'bytes' | 'agent'

/**
 * The line of a request, without secrets, as the logger would write it: `at` is the moment in epoch milliseconds, `base` are the
 * members that every line of the process has, such as `"worker":1,`. Made by hand, as it is made for every request: the logger
 * takes 2.5 µs for it, this takes 0.6.
 */
export function requestLine(answered: Answered, at: number, base = ''): string {
  const { method, url, status, ms, address, user, bytes, agent, request, trace_id, span_id } = answered
  const more =
    (address === undefined ? '' : `,"address":${JSON.stringify(address)}`) +
    (user === undefined ? '' : `,"user":${JSON.stringify(user)}`) +
    (bytes === undefined ? '' : `,"bytes":${bytes}`) +
    (agent === undefined ? '' : `,"agent":${JSON.stringify(agent)}`) +
    // Of letters alone that need no escape.
    (request === undefined ? '' : `,"request":"${request}"`) +
    (trace_id === undefined ? '' : `,"trace_id":"${trace_id}"`) +
    (span_id === undefined ? '' : `,"span_id":"${span_id}"`)
  return `{"level":30,"time":${at},${base}"method":${JSON.stringify(method)},"url":${JSON.stringify(withoutSecrets(url))},"status":${status},"ms":${rounded(ms)}${more},"msg":"request"}\n`
}

/** Notes requests in a logger that is not ours, a line each. */
export function noteIn(log: FastifyBaseLogger): Note {
  return ({ route: _route, ...answered }) =>
    log.info({ ...answered, url: withoutSecrets(answered.url), ms: rounded(answered.ms) }, 'request')
}

/** To the microsecond. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

/** The address with the values of its password parameters left out, however their names are encoded or capitalised, and the secrets of links. */
function withoutSecrets(address: string): string {
  const url = linkSecret.test(address) ? address.replace(linkSecret, '$1…') : address
  const mark = url.indexOf('?')
  if (mark < 0 || !(mayHaveSecrets.test(url) || aboutGuests.test(url))) return url
  const pairs = url.slice(mark + 1).split('&')
  const names = aboutGuests.test(url.slice(0, mark)) ? secretOfGuests : secretNames
  return `${url.slice(0, mark)}?${pairs.map((pair) => (isSecret(pair, names) ? pair.replace(/=.*/s, '=…') : pair)).join('&')}`
}

/** The links by which people choose a password, come back to what they proposed or to their place at an event, and settle what they are told by mail. */
const linkSecret = /(\/(?:signin\/\w+|submission|registration|mail\/(?:confirm|settings|leave))\/)[^/?]+/i

/** Where guests are looked for by their names: of these nothing is kept here. */
const aboutGuests = /\/(?:guests|attendees)\b/i

/** Names may be encoded. Nearly all addresses are done with this look. The address of somebody to be erased is not kept here either. */
const mayHaveSecrets = /password|token|email|%/i

const secretNames = /^(?:password|token$|email$)/
const secretOfGuests = /^(?:password|token$|email$|search\b)/

function isSecret(pair: string, names: RegExp): boolean {
  const [name = ''] = new URLSearchParams(pair).keys()
  return names.test(name.trim().toLowerCase())
}
