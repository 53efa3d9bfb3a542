import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { httpDate } from '../../pure/calendar/text.ts'
import { etagOf } from '../../pure/params/conditional.ts'
import { type Validators, type Verdict, weigh } from './conditions.ts'
import { hiddenFolder } from './names.ts'
import { type FileFacts, type FileStore, isKey } from './store.ts'
import { contentTypeOf } from './types.ts'

/** Which store is served, and where. */
export interface FileServing {
  /** The path of the files, without a trailing slash. */
  readonly path: string
  readonly store: FileStore
}

type FileRequest = FastifyRequest<{ Params: { '*': string } }>

/** A year counts as for ever (RFC 8246): under a key the bytes never change. */
const forEver = 'public, max-age=31536000, immutable'
/** Headers of every answer: browsers execute nothing, whatever the bytes contain, and any page may show the image. */
const guards = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
/** Browsers show no document of PDF within a sandbox. */
const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"
/**
 * How long an answer may take, whatever the server allows elsewhere: a 12 MB image at 20 kB/s. Then the client is
 * disconnected, so that clients that never finish keep no files open.
 */
const handlerTimeout = 600_000
/** How often opening a file is tried that is replaced between looking it up and opening it. */
const mostAttempts = 3

/** Serves the files of a store to GET and HEAD; anything else there is answered as an address without anything. */
export function serveFiles(server: FastifyInstance, { path, store }: FileServing): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: `${path}/*`,
    exposeHeadRoute: false,
    handlerTimeout,
    handler: async (request: FileRequest, reply) => serveFile(store, request, reply),
    // A stream can fail before its first byte: then the answer is an error, which must not be cached.
    errorHandler: (error, _request, reply) => {
      for (const name of [
        'Cache-Control',
        'ETag',
        'Last-Modified',
        'Accept-Ranges',
        'Content-Range',
        'Content-Disposition',
      ])
        reply.removeHeader(name)
      throw error
    },
  })
}

async function serveFile(store: FileStore, request: FileRequest, reply: FastifyReply): Promise<FastifyReply> {
  const key = request.params['*']
  const contentType = isKey(key) && !key.startsWith(hiddenFolder) ? contentTypeOf(key) : undefined
  if (contentType === undefined) return notFound(reply)
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const facts = await store.stat(key)
    if (facts === undefined) return notFound(reply)
    const file = validatorsOf(key, facts)
    const verdict = weigh(request.method, request.headers, file)
    if (request.method === 'HEAD' || !('range' in verdict || verdict.status === 200)) {
      return reply
        .code(verdict.status)
        .headers(headersOf(key, file, verdict))
        .send()
    }
    const opened = await store.open(key, 'range' in verdict ? verdict.range : undefined)
    if (opened === undefined) return notFound(reply)
    if (opened.version === facts.version) {
      return reply
        .code(verdict.status)
        .headers(headersOf(key, file, verdict))
        .send(opened.stream)
    }
    opened.stream.destroy()
  }
  throw new Error(`The file ${key} changes all the time.`)
}

async function notFound(reply: FastifyReply): Promise<FastifyReply> {
  reply.callNotFound()
  return reply
}

function validatorsOf(key: string, { size, modifiedAt, version }: FileFacts): Validators {
  return { size, modifiedAt, etag: etagOf(`${key}\n${version}`) }
}

function headersOf(
  key: string,
  { size, modifiedAt, etag }: Validators,
  verdict: Verdict,
): Record<string, string> {
  if (verdict.status === 412) return guards
  if (verdict.status === 416) return { ...guards, 'Content-Range': `bytes */${size}` }
  const about = {
    ...guards,
    ...(contentTypeOf(key) === 'application/pdf' ? { 'Content-Security-Policy': documentPolicy } : {}),
    'Cache-Control': forEver,
    ETag: etag,
    'Last-Modified': httpDate(modifiedAt),
    'Accept-Ranges': 'bytes',
  }
  if (verdict.status === 304) return about
  const { start, end } = 'range' in verdict ? verdict.range : { start: 0, end: size - 1 }
  return {
    ...about,
    'Content-Type': contentTypeOf(key) ?? '',
    'Content-Length': String(end - start + 1),
    'Content-Disposition': `inline; filename="${key.slice(key.lastIndexOf('/') + 1)}"`,
    ...(verdict.status === 206 && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  }
}
