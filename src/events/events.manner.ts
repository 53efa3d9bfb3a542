import type { Ask, Faults } from '../http/resource.ts'
import type { Site } from '../http/site.ts'
import type { Context } from '../posts/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { findIdBySlug } from '../posts/posts.query.ts'
import type { EventWithLinks } from './events.row.ts'
import { eventView, eventViewSingle } from './events.view.ts'

/** The path of an event by its ID. */
export interface ById {
  readonly id: number
}

/** The path of an event by its slug. */
export interface BySlug {
  readonly slug: string
}

/** How an address names one event, and what is wrong with the address when it names none. */
export interface Finder<Path> {
  find(path: Path): Promise<number | undefined>
  unknown(path: Path): Faults
}

/** Finds an event by its ID. */
export const byItsId: Finder<ById> = {
  find: async ({ id }) => id,
  // Wire: an unknown id is found wanting only after the right to touch it (`wire-events.md` 0).
  unknown: () => ({}),
}

/** Finds an event by its slug. */
export function byItsSlug({ db }: Context): Finder<BySlug> {
  return {
    find: async ({ slug }) => findIdBySlug(db.read, kinds.event, slug),
    unknown: ({ slug }) => ({ slug: `must be the slug of an event, and none has the slug “${slug}”` }),
  }
}

/** How an address shows an event. */
export interface Manner {
  readonly schema: string
  /** As its writer is answered. */
  readonly written: (whole: EventWithLinks, site: Site, context: Context) => object
  /** As a single read shows it. */
  readonly single: (whole: EventWithLinks, site: Site, context: Context & Pick<Ask, 'now'>) => object
}

/** As the service itself shows them. */
export const ownManner: Manner = { schema: 'Event', written: eventView, single: eventViewSingle }

/** Which event an address is about, and how it is shown there. */
export interface Room<Path> {
  readonly context: Context
  readonly finder: Finder<Path>
  readonly manner: Manner
}
