import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

/** Where the app of a test is reached, and its service. */
export const origin = 'http://localhost'
/** The path of the service. */
export const ns = '/vendor/events/v1'

/** When an event takes place, as it is created. */
export const when = {
  start_date: '2031-03-11 18:00:00',
  end_date: '2031-03-11 21:00:00',
  timezone: 'Europe/Berlin',
}

/** A site whose name has to be escaped, in March 2031. */
export async function createTown(): Promise<TestApp> {
  const app = await createTestApp({
    SITE_NAME: `Town <hall> & "more"`,
    SITE_DESCRIPTION: `What's <on>`,
    SITE_LOCALE: 'en-GB',
  })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
  return app
}

/** What a browser that is not logged in is answered. */
export function visit(
  app: TestApp,
  path: string,
  headers: Record<string, string> = { accept: 'text/html' },
): Promise<Answered> {
  return app.ask({ path, absolute: true, headers })
}

/** The path of an address of the site. */
export function pathOf(url: string): string {
  return url.replace(origin, '')
}

/** The heading of a page. */
export function titleOf({ text }: Answered): string | undefined {
  return /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1]
}

/** The schema.org data of a page. */
export function dataOf({ text }: Answered): unknown {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null')
}
