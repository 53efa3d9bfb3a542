import { rowsIn } from '../../storage/db/rows.ts'
import type { Ask } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import type { Finder } from '../posts/posts.finder.ts'
import { kinds } from '../posts/posts.kind.ts'
import type { ById, BySlug } from '../../pure/params/path.ts'
import { findIdBySlug } from '../posts/posts.query.ts'
import { withLinks } from './events.linked.ts'
import { withNotes } from './events.notes.query.ts'
import { eventNotFound } from '../rows/event.access.ts'
import type { EventWithLinks } from './events.row.ts'
import { eventView, eventViewSingle, eventViewToEdit, prepareView } from './events.view.ts'
import type { Guard } from './events.write.ts'

/** Finds an event by its ID. */
export const byItsId: Finder<ById> = {
  find: async ({ id }) => id,
  // Wire: an unknown id is refused only after the right to it has been checked (`wire-events.md` 0).
  unknown: () => ({}),
}

/** Finds an event by its slug. */
export function byItsSlug({ db }: Context): Finder<BySlug> {
  return {
    find: async ({ slug }) => findIdBySlug(db.read, kinds.event, slug),
    unknown: ({ slug }) => ({ slug: `must be the slug of an event, and none has the slug “${slug}”` }),
    missing: ({ slug }) => eventNotFound('slug', `“${slug}”`),
  }
}

type View = (whole: EventWithLinks, site: Site, context: Context & Pick<Ask, 'now'>) => object

/** How an address represents an event. */
export interface Representation {
  /** The name of the record among the schemas of the documentation. */
  readonly schema: string
  /** The event as the answer to a write shows it. */
  readonly written: View
  /** The event as the answer to a single read shows it. */
  readonly single: View
  /** The event as the answer to a read by those who edit it shows it, where that is another one. */
  readonly toEdit?: View
}

/** As the events namespace itself shows events. */
export const ownRepresentation: Representation = {
  schema: 'Event',
  written: eventView,
  single: eventViewSingle,
  toEdit: eventViewToEdit,
}

/** The address of one event: which event it names, and how the event is represented there. */
export interface ItemAddress<Path> {
  readonly context: Context
  readonly finder: Finder<Path>
  readonly representation: Representation
}

/** Compares the event about to be changed, as a single read would show it, with If-Match. */
export function guardOf(
  { context, representation }: Pick<ItemAddress<unknown>, 'context' | 'representation'>,
  { assertMatch, caller, now, site }: Ask<unknown, unknown>,
): Guard {
  const { single, toEdit } = representation
  return async (db, event) => {
    const shown = (view: typeof single) => async () => {
      const [whole] = await withNotes(db, await withLinks(rowsIn(db), [event], caller), caller)
      return whole && view(await prepareView(whole, site, context), site, { ...context, now })
    }
    await assertMatch(shown(single), ...(toEdit ? [shown(toEdit)] : []))
  }
}
