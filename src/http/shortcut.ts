import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AnswerCache, Asked } from './answers.ts'
import { isKnown } from './conditional.ts'
import type { KeptAnswer } from './kept.ts'
import { inRounds } from './rounds.ts'
import { logRequest } from './requestLog.ts'

export interface ShortcutOptions {
  readonly answers: AnswerCache
  /** Grows with every change of what may be shown (`Database.revision`). */
  readonly revision: () => Promise<number>
  readonly now: () => Temporal.Instant
  readonly log: FastifyBaseLogger
  readonly siteUrl: string
  readonly trustProxy: boolean | string[]
}

/** How things stood when a request was looked at. */
interface Standing {
  readonly revision: number
  readonly now_s: number
}

/**
 * Puts the answers that are kept before everything else the server does: a request for one is neither routed nor decoded.
 * All other requests go on, those that may be kept once they are answered with the revision from before they were.
 */
export function serveKept(server: FastifyInstance, options: ShortcutOptions): void {
  const { answers } = options
  // The only listener is the framework’s own.
  const [goOn] = server.server.listeners('request') as RequestListener[]
  if (!goOn) return
  const standingFor = inRounds(server.server, () => standing(options))
  let isClosing = false
  server.addHook('preClose', async () => {
    isClosing = true
  })
  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const since = performance.now()
    const asked = isClosing ? undefined : askedOf(message, options)
    const known = asked && (await standingFor(message.socket))
    if (asked === undefined || known === undefined) return goOn(message, response)
    const kept = answers.find(asked, known.revision, known.now_s) ?? (await madeFor(answers, asked, known))
    if (kept === undefined) {
      answers.await(message, asked, known.revision)
      response.once('close', () => answers.settle(message))
      return goOn(message, response)
    }
    sendKept(kept, message, response)
    const { method = '', url = '' } = message
    logRequest(options.log, { method, url, status: response.statusCode, ms: performance.now() - since })
  }
  server.server.removeListener('request', goOn)
  server.server.on('request', (message, response) => void serve(message, response))
}

/** What is made anew for somebody else of the same revision is waited for: it is what this request would be answered with. */
async function madeFor(
  answers: AnswerCache,
  asked: Asked,
  { revision, now_s }: Standing,
): Promise<KeptAnswer | undefined> {
  const made = answers.made(asked, revision)
  if (made === undefined) return undefined
  await made
  return answers.find(asked, revision, now_s)
}

/** What tells whether kept answers still hold; undefined where the database does not say. */
async function standing({ revision, now }: ShortcutOptions): Promise<Standing | undefined> {
  const now_s = Math.floor(now().epochMilliseconds / 1000)
  return revision().then(
    (number) => ({ revision: number, now_s }),
    () => undefined,
  )
}

/** A request whose answer may be kept; undefined for one with credentials, with a body, or that is no read. */
function askedOf(
  { method, url, headers, socket }: IncomingMessage,
  { siteUrl, trustProxy }: ShortcutOptions,
): Asked | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (headers.authorization !== undefined) return undefined
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined
  if (siteUrl !== '') return { key: url ?? '', headers }
  // Addresses in answers begin with what the request was sent to.
  const here = `${url}\n${headers.host}`
  if (trustProxy === false) return { key: here, headers }
  const forwarded = [headers['x-forwarded-proto'], headers['x-forwarded-host'], socket.remoteAddress]
  return { key: `${here}\n${forwarded.join('\n')}`, headers }
}

function sendKept(kept: KeptAnswer, { method, headers }: IncomingMessage, response: ServerResponse): void {
  const form = kept.formFor(headers['accept-encoding'])
  if (isKnown(headers['if-none-match'], kept.etag)) {
    response.writeHead(304, form.unmodified).end()
    return
  }
  response.writeHead(200, form.headers).end(method === 'HEAD' ? undefined : form.body)
}
