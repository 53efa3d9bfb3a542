import type { Caller } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import type { Feed, FeedEvent } from '../feeds/feed.ts'
import { feedEvent } from '../feeds/feed.event.ts'
import { publicNames } from '../feeds/feed.fields.ts'
import type { Format } from '../feeds/formats.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'

/** How many events are read at a time: some hundred kilobytes. */
const batch = 200

/** The settings that feeds depend on. */
export type FeedSettings = Pick<Context, 'siteZone' | 'costFormat' | 'currencyCode' | 'declared'> & {
  readonly name: string
  readonly description: string
  readonly site: Site
  /** The ids of the events that are wanted; all of them if it is absent. */
  readonly only?: ReadonlySet<number> | undefined
}

/** An export sees everything. */
const everybody: Caller = { id: 0, role: 'administrator', login: '' }

/** Nobody refreshes a file, but the format requires an interval. */
const refresh_s = 3600

/** Every event except those in the trash, by start, in a format of feeds; even hidden, private and unpublished ones. */
export function feedOfEverything(
  db: Reader,
  format: Format,
  settings: FeedSettings,
): AsyncGenerator<string, void, undefined> {
  const { name, description, site, siteZone } = settings
  const feed: Feed = {
    title: name,
    description,
    url: `${site.rest}/events.${format.extension}`,
    pageUrl: `${site.home}/`,
    language: 'en',
    siteZone,
    refresh_s,
    ownNames: publicNames(settings.declared),
  }
  return format.write(feed, everyEvent(db, settings))
}

async function* everyEvent(db: Reader, settings: FeedSettings): AsyncGenerator<FeedEvent, void, undefined> {
  for (let last: EventRow | undefined; ;) {
    const rows = await eventsAfter(db, last)
    const wanted = rows.filter(({ id }) => settings.only?.has(id) ?? true)
    for (const whole of await withLinks(rowsIn(db), wanted, everybody))
      yield feedEvent(whole, settings.site, settings)
    last = rows.at(-1)
    if (!last) return
  }
}

async function eventsAfter(db: Reader, last: EventRow | undefined): Promise<EventRow[]> {
  const query = db.selectFrom('events').selectAll().where('status', '<>', 'trash')
  const rest = last
    ? query.where((eb) =>
        eb.or([
          eb('starts_at', '>', last.starts_at),
          eb.and([eb('starts_at', '=', last.starts_at), eb('id', '>', last.id)]),
        ]),
      )
    : query
  return rest.orderBy('starts_at').orderBy('id').limit(batch).execute()
}
