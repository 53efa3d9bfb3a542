import type { Keys } from './fill.ask.ts'

/** What an address answered. */
export interface Answer {
  readonly path: string
  /** As whom it was asked: the place of the login among those that sign in; null: nobody. */
  readonly as: number | null
  readonly status: number
  readonly text: string
}

const root = '/vendor/events/v1'
const year = 'start_date=2031-01-01&end_date=2031-12-31'

/** For everybody. */
const open = [
  `${root}/events?${year}`,
  `${root}/events?${year}&page=2&per_page=20`,
  `${root}/events?${year}&per_page=50`,
  `${root}/events?${year}&featured=true`,
  `${root}/events?${year}&categories=kind-0`,
  `${root}/events?${year}&tags=word-3`,
  `${root}/events?${year}&search=music`,
  `${root}/events?${year}&venue=4`,
  `${root}/events?${year}&organizer=5`,
  `${root}/events?${year}&geoloc=true&geoloc_lat=51.06&geoloc_lng=13.73&geoloc_distance=3`,
  `${root}/events?start_date=2031-03-01&end_date=2031-03-31&orderby=title&order=desc`,
  `${root}/events/by-slug/evening-0`,
  `${root}/events/by-slug/evening-12`,
  `${root}/events/by-slug/evening-33`,
  `${root}/events/by-slug/changed-1`,
  `${root}/events/by-slug/behind-a-password`,
  `${root}/events/by-slug/a-draft`,
  `${root}/events/by-slug/nowhere`,
  `${root}/events/by-slug/choir`,
  `${root}/events/by-slug/story-hour`,
  `${root}/events?${year}&fields[audience]=children`,
  `${root}/fields`,
  `${root}/events/facets?${year}`,
  `${root}/venues?per_page=20`,
  `${root}/venues/by-slug/hall-0`,
  `${root}/venues/by-slug/hall-7`,
  `${root}/venues?search=garden`,
  `${root}/organizers?per_page=20`,
  `${root}/organizers/by-slug/club-1`,
  `${root}/categories?per_page=20`,
  `${root}/tags?per_page=20`,
  `${root}/series`,
  `${root}/submissions`,
  `${root}/webhooks`,
  `${root}/history`,
  '/wp/v2/tribe_events?per_page=20',
  '/wp/v2/tribe_venue?per_page=20',
  '/wp/v2/tribe_organizer?per_page=20',
  '/wp/v2/tribe_events_cat?per_page=20',
  '/wp/v2/tags?per_page=20',
  '/wp/v2/media',
  '/wp/v2/users/me',
]

/** For an administrator, who sees what is hidden. */
const forAdministrators = [
  `${root}/events?${year}&per_page=50&context=edit`,
  `${root}/events?${year}&status=draft,pending,private,future,trash`,
  `${root}/events?${year}&status=trash`,
  `${root}/events/by-slug/a-draft?status=draft`,
  `${root}/events/by-slug/story-hour?context=edit`,
  `${root}/fields?context=edit`,
  `${root}/venues?status=draft`,
  `${root}/history?per_page=50`,
  `${root}/submissions?status=any`,
  `${root}/submissions`,
  `${root}/webhooks`,
  `${root}/imports`,
  `${root}/imports/sources`,
  `${root}/media`,
  `${root}/settings`,
  '/wp/v2/settings',
  '/wp/v2/users?context=edit&per_page=20',
  '/wp/v2/users/me?context=edit',
  '/wp/v2/users/me/application-passwords',
  `${root}/letters`,
  `${root}/letter-lists`,
  `${root}/subscriptions`,
]

/** For an editor, an author and a subscriber. */
const forOthers = [
  `${root}/events?${year}&status=draft`,
  `${root}/submissions`,
  '/wp/v2/users/me?context=edit',
]

/** Asks an app or a server: path and headers in, status and text out. */
export type Asking = (
  path: string,
  headers: Readonly<Record<string, string>>,
) => Promise<Pick<Answer, 'status' | 'text'>>

/** What 60 addresses and more answer. */
export async function answersOf(origin: string, keys: Keys): Promise<readonly Answer[]> {
  return askAll(async (path, headers) => {
    const response = await fetch(`${origin}${path}`, { headers })
    return { status: response.status, text: await response.text() }
  }, keys)
}

const all: readonly Pick<Answer, 'path' | 'as'>[] = [
  ...open.map((path) => ({ path, as: null })),
  ...forAdministrators.map((path) => ({ path, as: 0 })),
  ...forOthers.flatMap((path) => [1, 2, 4].map((as) => ({ path, as }))),
]

/** The same, of whoever is asked; or what these addresses answer, such as those that an earlier release was asked. */
export async function askAll(
  ask: Asking,
  { applicationPasswords }: Keys,
  addresses: readonly Pick<Answer, 'path' | 'as'>[] = all,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const { path, as } of addresses) {
    const headers = as === null ? {} : { authorization: basic(applicationPasswords[as] ?? '') }
    answers.push({ path, as, ...(await ask(path, headers)) })
  }
  return answers
}

/** The header by which a login signs in. */
export function basic(login: string): string {
  return `Basic ${Buffer.from(login).toString('base64')}`
}
