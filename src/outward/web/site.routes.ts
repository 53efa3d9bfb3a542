import type { FastifyInstance } from 'fastify'
import { serviceLinks } from '../../http/catalog.ts'
import { llms } from './llms.ts'
import { sendAsset } from './assets.ts'
import { iconUrl } from './look.ts'
import { serveOpen } from './openAnswer.ts'
import type { WebOptions } from './pages.options.ts'
import { robots, sitemapIndex, sitemapPart } from './sitemap.ts'
import { securityTxt, securityTxtPath } from './securityTxt.ts'
import { endOfToday } from './today.ts'
import type { Visit } from './visit.ts'

/**
 * Serves the files that programs look for at every site: sitemaps, `robots.txt`, the icon and the web manifest; `assistants`: whether they
 * are spoken with.
 */
export function registerSiteFiles(server: FastifyInstance, options: WebOptions, assistants: boolean): void {
  const xml = 'application/xml; charset=utf-8'
  serveOpen(server, options, '/sitemap.xml', async (visit) => ({
    type: xml,
    body: await sitemapIndex(visit),
  }))
  serveOpen(server, options, '/sitemaps/:name', async (visit, { name = '' }) => {
    const body = name.endsWith('.xml') ? await sitemapPart(visit, name.slice(0, -4)) : undefined
    return body === undefined ? undefined : { type: xml, body, holdsUntil: endOfToday(visit) }
  })
  serveOpen(server, options, '/robots.txt', async (visit) => ({
    type: 'text/plain; charset=utf-8',
    body: robots(visit),
  }))
  serveOpen(server, options, '/llms.txt', async (visit) => ({
    type: 'text/plain; charset=utf-8',
    body: llms(visit, { namespace: options.settings.namespaces[0] ?? '', assistants }),
    headers: { Link: serviceLinks(visit.site) },
  }))
  serveOpen(server, options, securityTxtPath, async (visit) => securityTxt(visit))
  serveOpen(server, options, '/site.webmanifest', async (visit) => ({
    type: 'application/manifest+json; charset=utf-8',
    body: JSON.stringify(manifest(visit)),
  }))
  server.route({
    method: ['GET', 'HEAD'],
    url: '/favicon.ico',
    exposeHeadRoute: false,
    handler: (_request, reply) => {
      const asset = options.assets.find('favicon.ico')
      return asset ? sendAsset(reply, asset, false) : reply.callNotFound()
    },
  })
}

/** The site as an application that can be put on a home screen (W3C, Web Application Manifest). */
function manifest(visit: Visit): object {
  const { site, siteName, siteDescription, assets, logo, locale } = visit
  const icons = [
    { src: iconUrl(visit), sizes: 'any' },
    { src: assets.url(site, 'icon-192.png'), sizes: '192x192', type: 'image/png' },
    { src: assets.url(site, 'icon-512.png'), sizes: '512x512', type: 'image/png' },
  ]
  return {
    name: siteName,
    short_name: siteName.length > longestShortName ? undefined : siteName,
    description: siteDescription,
    lang: locale.tag,
    start_url: `${site.home}/`,
    scope: `${site.home}/`,
    display: 'browser',
    background_color: '#faf8f4',
    theme_color: '#005f72',
    icons: logo === undefined ? icons : icons.slice(0, 1),
  }
}

/** Longer names would be cut below an icon. */
const longestShortName = 24
