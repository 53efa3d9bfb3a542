import { onTestFinished } from 'vitest'
import { createWeb } from '../../../src/outward/imports/imports.web.ts'
import { createSiteClient } from '../../../src/outward/imports/site/site.client.ts'
import { siteSource } from '../../../src/outward/imports/site/site.source.ts'
import { emptyCalendar, now } from '../importing.ts'
import { type OldContents, oldEvent, oldOrganizer, oldTerm, oldVenue } from './old.model.ts'
import { germanWords, type OldFaults, type OldSite, startOldSite } from './old.site.ts'

/** An old site that ends with the test. */
export async function oldSite(given: Partial<OldContents & OldFaults> = {}): Promise<OldSite> {
  const site = await startOldSite(given)
  onTestFinished(() => site.close())
  return site
}

/** The site as a source, read without patience. */
export function sourceOfOld(site: OldSite, login?: { user: string; password: string }) {
  const web = createWeb({ allowedHosts: ['127.0.0.1'], timeout_ms: 60_000, maxBytes: 1e8 })
  const client = createSiteClient({
    web,
    root: site.root,
    now: () => now,
    sleep: async () => {},
    ...(login ? { credentials: login } : {}),
  })
  const costFormat = { symbol: '€', position: 'postfix' as const }
  return siteSource({ client, concurrency: 3, costFormat, currencyCode: 'EUR', now: () => now })
}

/** A calendar that images of the site may be fetched for, and how the site is imported into it. */
export async function calendarFor(site: OldSite) {
  const calendar = await emptyCalendar({ IMAGE_HOSTS: new URL(site.origin).host })
  const { run } = calendar
  return {
    ...calendar,
    bring: (login?: { user: string; password: string }, options: Parameters<typeof run>[1] = {}) =>
      run(sourceOfOld(site, login), { home: 'https://new.example', ...options }),
  }
}

/** Who may do everything at the old site. */
export const root = { user: 'root', password: 'application password' }

function many<Of>(count: number, from: number, make: (id: number) => Of): Of[] {
  return Array.from({ length: count }, (_, index) => make(from + index))
}

/** A site of many years in small: 58 venues and 58 organizers of one moment, 130 events, terms, and users. */
export function grownSite(): OldContents {
  const events = many(130, 1000, (id) =>
    oldEvent(id, {
      venue: 100 + (id % 58),
      organizers: [200 + (id % 58)],
      categories: id % 2 === 0 ? [10, 11] : [10],
      tags: [20],
    }),
  )
  return {
    posts: [...many(58, 100, (id) => oldVenue(id)), ...many(58, 200, (id) => oldOrganizer(id)), ...events],
    terms: [
      oldTerm(10, 'tribe_events_cat', 'Music'),
      oldTerm(11, 'tribe_events_cat', 'Jazz', 10),
      oldTerm(20, 'post_tag', 'Open air'),
    ],
    files: [],
    users: [
      {
        id: 7,
        login: 'root',
        email: 'root@old.example',
        password: 'application password',
        role: 'administrator',
      },
      { id: 8, login: 'reader', email: 'reader@old.example', password: 'other password', role: 'subscriber' },
    ],
    words: germanWords,
  }
}
