import type { FastifyInstance } from 'fastify'
import type { CorsOrigins } from '../../http/headers.ts'
import { sendAsset } from './assets.ts'
import { labelsFor } from './calendar.own.ts'
import { coloursOf } from './colours.ts'
import { answerOembed } from './embed.oembed.ts'
import { framedCalendar, framedEvent, widgetPage } from './embed.pages.ts'
import { frameAncestors } from './embed.snippets.ts'
import { serveOpen } from './openAnswer.ts'
import { servePage } from './pages.ts'
import type { WebOptions } from './pages.options.ts'

/** Serves what embeds the calendar in other sites: the widget, frames, oEmbed, and the page that makes the code. */
export function registerEmbedding(
  server: FastifyInstance,
  options: WebOptions,
  { embedOrigins, restRoot }: { readonly embedOrigins: CorsOrigins; readonly restRoot: string },
): void {
  const framedBy = frameAncestors(embedOrigins)
  servePage(server, options, { url: '/widget', find: widgetPage })
  servePage(server, options, { url: '/embed', find: (visit) => framedCalendar(visit, framedBy) })
  servePage(server, options, {
    url: '/embed/event/:slug',
    find: (visit, { params }) => framedEvent(visit, params['slug'] ?? '', framedBy),
  })
  serveWidget(server, options)
  serveOpen(server, options, '/widget.json', async ({ site, siteName, context, query }) => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({
      name: siteName,
      home: site.home,
      rest: site.rest,
      timezone: context.siteZone.id,
      locale: options.localeFor(undefined).tag,
      // The first day of the week, from 1 for Monday, where a setting says it.
      first_day: options.firstDay,
      // When nights are over, which belong to the evening before.
      day_turn: context.dayTurn,
      // The numbers of the colours of categories, by id.
      colours: Object.fromEntries(await coloursOf({ context })),
      // What the values of the fields are called that the widget shows.
      fields: labelsFor(context.declared, query.get('fields')),
    }),
  }))
  serveOpen(server, options, '/oembed', answerOembed)
  // Where sites ask that have embedded pages of the calendar that was moved here.
  serveOpen(server, options, `${restRoot}/oembed/1.0/embed`, answerOembed)
}

/** Serves the script at a permanent address: browsers that have it ask whether it has changed. */
function serveWidget(server: FastifyInstance, { assets }: WebOptions): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/widget.js',
    exposeHeadRoute: false,
    handler: (_request, reply) => {
      const asset = assets.find('widget.js')
      void reply.header('Access-Control-Allow-Origin', '*')
      return asset ? sendAsset(reply, asset, false) : reply.callNotFound()
    },
  })
}
