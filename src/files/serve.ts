import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { httpDate } from '../calendar/text.ts'
import { etagOf } from '../http/conditional.ts'
import { type Validators, type Verdict, weigh } from './conditions.ts'
import { type FileFacts, type FileStore, isKey } from './store.ts'
import { contentTypeOf } from './types.ts'

/** What is served, and where. */
export interface FileServing {
  /** Below which path, without a slash at its end. */
  readonly path: string
  readonly store: FileStore
}

type FileRequest = FastifyRequest<{ Params: { '*': string } }>

/** For a year, which stands for ever (RFC 8246): under a key the bytes never change. */
const forEver = 'public, max-age=31536000, immutable'
/** With every answer: nothing of ours runs, whatever the bytes say, and any page may show the image. */
const guards = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
/**
 * How long one answer may take, whatever the server allows elsewhere: a 12 MB image at 20 kB/s. Then its reader is cut
 * off, so that readers who never end hold no files open.
 */
const handlerTimeout = 600_000
/** So often a file is opened that is put anew between looking and opening. */
const mostAttempts = 3

/** Serves the files of a store to GET and HEAD; what is no image there answers as an address that nothing is at. */
export function serveFiles(server: FastifyInstance, { path, store }: FileServing): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: `${path}/*`,
    exposeHeadRoute: false,
    handlerTimeout,
    handler: async (request: FileRequest, reply) => serveFile(store, request, reply),
    // A stream can fail before its first byte: then this is no longer the file, and nobody may keep it.
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
  const contentType = isKey(key) ? contentTypeOf(key) : undefined
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
