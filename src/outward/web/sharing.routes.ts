import type { FastifyInstance, FastifyRequest } from 'fastify'
import { anonymous, mayRead } from '../../http/auth/rights.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { isKnown } from '../../pure/params/conditional.ts'
import { type CardText, drawCard } from '../../storage/images/card.ts'
import { BusyError, createPool } from '../../storage/images/pool.ts'
import { visitOf } from './pages.ts'
import type { WebOptions } from './pages.options.ts'
import { hashOf, textOf, textOfSite } from './sharing.ts'
import type { Visit } from './visit.ts'

/** How many drawn cards are kept, of some twenty kilobytes each: drawing one takes a tenth of a second. */
const mostKept = 300

/** How many wait to be drawn; whoever comes later is told to come again. */
const pool = createPool({ concurrency: 1, maxWaiting: 50, retryAfter_s: 2 })

/** Serves the pictures. One with an old hash is the current one, which must not be cached. */
export function registerCards(server: FastifyInstance, options: WebOptions): void {
  const kept = new Map<string, Promise<Buffer>>()
  const draw = (text: CardText, hash: string) => {
    const known = kept.get(hash)
    if (known) return known
    const drawn = pool.run(() => drawCard(text))
    kept.set(hash, drawn)
    // What failed is tried again.
    drawn.catch(() => kept.delete(hash))
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return drawn
  }
  server.route({
    method: ['GET', 'HEAD'],
    url: '/cards/:file',
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const [, name = '', sent] = /^(site|\d{1,15})\.([\w-]{12})\.png$/.exec(request.params.file) ?? []
      await options.follow()
      const visit = visitOf(options, request)
      const whole = name === 'site' ? undefined : await publicEvent(visit, Number(name))
      if (name === '' || (name !== 'site' && !whole)) return reply.callNotFound()
      const text = whole ? await textOf(visit, whole) : textOfSite(visit)
      const hash = hashOf(text)
      const etag = `"${hash}"`
      const headers = {
        'Cache-Control': sent === hash ? 'public, max-age=31536000, immutable' : 'public, no-cache',
        ETag: etag,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      }
      // Known before it is drawn: the same words make the same card.
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send()
      try {
        const picture = await draw(text, hash)
        return await reply.headers({ ...headers, 'Content-Type': 'image/png' }).send(picture)
      } catch (error) {
        if (!(error instanceof BusyError)) throw error
        return reply.code(503).header('Retry-After', String(error.retryAfter_s)).send('')
      }
    },
  })
}

/** The event, if everybody may read it without a password. */
async function publicEvent({ context }: Visit, id: number): Promise<EventWithLinks | undefined> {
  const event = id === 0 ? undefined : await findEventRow(context.db.read, id)
  if (!event || !mayRead(anonymous, event) || event.password_digest !== null) return undefined
  const [whole] = await withLinks(await context.rows.get(), [event], anonymous)
  return whole
}
