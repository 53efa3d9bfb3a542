import { afterAll, beforeEach, expect } from 'vitest'
import { type Asked, createTestApp } from '../support/app.ts'

/** When tests about feeds take place: a month before their events. */
export const day1 = Temporal.Instant.from('2031-02-15T12:00:00Z')

/** An app for the tests of a file on that day, and what they do with feeds there. */
export async function openKiosk() {
  const app = await createTestApp({ SITE_NAME: 'Town', SITE_TIMEZONE: 'Europe/Rome', PER_PAGE_MAX: '20' })
  beforeEach(() => app.setNow(day1))
  afterAll(() => app.close())
  const write = async (method: Asked['method'], path: string, json?: object) => {
    const { status, body, text } = await app.ask({ as: 'administrator', method, path, json })
    expect(status, text).toBeLessThan(300)
    return body
  }
  return {
    app,
    write,
    /** A new event in a category of its own, which the feeds of a test are narrowed to. */
    create: (category: string, json: object = {}) =>
      write('POST', 'events', {
        title: 'Jazz',
        start_date: '2031-03-11 18:00:00',
        end_date: '2031-03-11 20:00:00',
        categories: [category],
        ...json,
      }),
    feedOf: (category: string, extension = 'ics', asked: Partial<Asked> = {}) =>
      app.ask({ path: `events.${extension}`, ...asked, query: { categories: category, ...asked.query } }),
  }
}

/** The values of a property in a calendar, in their order. */
export const lines = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}(?:;[^:]*)?:(.*)\r$`, 'gm'))].map(([, value]) => value)
