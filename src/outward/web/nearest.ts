import { kinds } from '../../records/posts/posts.kind.ts'
import { findSlugs, normalSlug } from '../../records/posts/posts.query.ts'
import { percentDecoded } from '../../pure/text/percent.ts'
import { nearest } from '../../pure/text/nearestWords.ts'
import { findTown } from '../../records/geocoding/geocoding.towns.ts'
import { calendarUrl, type View, viewPath } from './calendar.address.ts'
import type { WayOut } from './ways.ts'
import { periods } from '../../pure/calendar/period.ts'
import { say } from '../../pure/locale/locale.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** So many slugs with the same beginning are compared. */
const mostCompared = 2000

/** So many letters of a slug are taken as they are written. */
const certain = 2

/** The page that was meant by an address without one: the day that comes closest, or the record whose slug is like it. */
export async function nearestPages(visit: Visit): Promise<WayOut[]> {
  const [, place = '', rest = ''] = /^\/([^/]+)\/(.*?)\/?$/.exec(percentDecoded(visit.path)) ?? []
  if (place === 'month' || place === 'week' || place === 'day') return [nearestDay(visit, place, rest)]
  const kind = Object.values(kinds).find(({ name }) => name === place)
  if (!kind) return []
  const slug = normalSlug(rest)
  const asked = { beginning: slug.slice(0, certain), limit: mostCompared }
  const meant = nearest(slug, await findSlugs(visit.context.db.read, kind, asked))
  if (meant === undefined) return []
  return [{ url: calendarUrl(visit.site, `/${place}/${meant}/`, []), text: didYouMean(visit, meant) }]
}

/** A date that does not exist is brought to the one before it; what is none is today. */
function nearestDay(visit: Visit, view: View, text: string): WayOut {
  const path = viewPath(view, readLoosely(text) ?? todayOf(visit))
  return { url: calendarUrl(visit.site, path, []), text: didYouMean(visit, path.slice(view.length + 2)) }
}

function readLoosely(text: string): Temporal.PlainDate | undefined {
  const [, year, month, day = '1'] = /^(\d{4})\D?(\d{1,2})(?:\D?(\d{1,2}))?$/.exec(text) ?? []
  if (year === undefined || Number(year) < 1 || Number(month) < 1 || Number(day) < 1) return undefined
  return Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: Number(day) })
}

/** The value of a filter that was meant by one that is refused; undefined where nothing is like it. */
export async function nearestValue(visit: Visit, name: string, value: string): Promise<string | undefined> {
  if (name === 'when') return nearest(value, periods)
  if (name === 'from' || name === 'until') return readLoosely(value)?.toString()
  if (name !== 'near') return undefined
  const looked = await findTown(visit.context.db, value)
  return 'meant' in looked ? looked.meant : undefined
}

function didYouMean({ locale }: Visit, text: string): string {
  return say(locale.messages.didYouMean, { text })
}
