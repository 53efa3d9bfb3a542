import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody else’s site, which shows the calendar. */
export interface Host {
  readonly origin: string
  /** What its policy has kept from happening, as browsers report it. */
  readonly reports: string[]
  /** Serves a page with this inside; answers its address. */
  page(body: string, language?: string): string
  close(): Promise<void>
}

/**
 * Starts a site on an origin of its own, whose policy lets nothing in but what comes from the calendar: no style and no
 * script that stands in a page, and no HTML that is made by scripts.
 */
export async function createHost(calendar: string): Promise<Host> {
  const pages = new Map<string, string>()
  const reports: string[] = []
  const policy = [
    `default-src 'none'`,
    `script-src ${calendar}`,
    `connect-src ${calendar}`,
    `img-src ${calendar}`,
    `frame-src ${calendar}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    'report-uri /reports',
  ].join('; ')
  const server = createServer((request, response) => {
    if (request.url === '/reports') {
      request.setEncoding('utf8').on('data', (text: string) => reports.push(text))
      response.end()
      return
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Content-Security-Policy', policy)
    response.end(pages.get(request.url ?? '') ?? '<!doctype html><title>Nothing</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    reports,
    page: (body, language = 'en-GB') => {
      const path = `/${pages.size}`
      pages.set(
        path,
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8" /><meta name="color-scheme" content="light dark" /><meta name="viewport" content="width=device-width" /><title>Host</title></head><body><main><h1>Our town</h1>${body}</main></body></html>`,
      )
      return `${origin}${path}`
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
