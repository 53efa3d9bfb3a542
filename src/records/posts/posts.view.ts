import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Declared } from '../../fields/own/declaration.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { Site } from '../../http/site.ts'
import type { MediaTable, PostColumns } from '../../storage/schema/tables.ts'
import { statuses } from '../../pure/params/words.ts'
import { flattenTexts } from '../../pure/text/flatText.ts'
import type { PostKind } from './posts.kind.ts'

const dateText = (description: string) => Type.String({ description, examples: ['2031-03-11 18:00:00'] })

/** The record members that every kind of post begins with, in order. */
export const postRecord = {
  author: Type.String({ description: 'The ID of the author, as text.' }),
  status: Type.Enum([...statuses], { description: 'The status of the record.' }),
  date: dateText('Publication, in the zone of the site.'),
  date_utc: dateText('Publication in UTC; zeros while a draft is undated.'),
  modified: dateText('The last change, in the zone of the site.'),
  modified_utc: dateText('The last change in UTC; zeros while a draft is undated.'),
  url: Type.String({ format: 'uri', description: 'The public page.' }),
}

/** The members that identify a record among those of all sites (D3). */
export const globalIdRecord = {
  global_id: Type.String({ description: 'An ID that is unique among sites: host, path and ID.' }),
  global_id_lineage: Type.Array(Type.String(), {
    description: 'The global IDs the record has had, this one first.',
  }),
}

/** The last member of records in a list that has a point to measure from. */
export const distanceRecord = {
  distance: Type.Optional(
    Type.Number({
      minimum: 0,
      description:
        'How far away the place is, in the unit that was asked for, to three decimals; in lists with geoloc_lat and geoloc_lng.',
    }),
  ),
}

/** `global_id` and its lineage (D3). */
export function globalIds(site: Site, id: number) {
  const global_id = [site.host, '?id=', id].join('')
  return { global_id, global_id_lineage: [global_id] }
}

/** What views of records depend on: their addresses, the zone, and the stored images. */
export interface ViewContext {
  readonly site: Site
  readonly siteZone: Zone
  readonly images: ReadonlyMap<number, Selectable<MediaTable>>
  /** The fields that this calendar has declared, where they are shown. */
  readonly declared?: Declared | undefined
}

/**
 * Makes a view that remembers the record of a row for each site, as many events show the same venue. Neither rows nor
 * records are ever changed, and the image of a row is known when it is first shown.
 */
export function madeOnce<Row extends object, How extends Pick<ViewContext, 'site'>, Made>(
  view: (row: Row, how: How) => Made,
): (row: Row, how: How) => Made {
  const made = new WeakMap<Site, WeakMap<Row, Made>>()
  return (row, how) => {
    const ofSite = made.get(how.site) ?? new WeakMap<Row, Made>()
    made.set(how.site, ofSite)
    const known = ofSite.get(row)
    if (known !== undefined) return known
    const fresh = flattenTexts(view(row, how))
    ofSite.set(row, fresh)
    return fresh
  }
}

/** The address of a post’s public page: by slug once that is final, by id before (D6, `wire-others.md` 1.1). */
export function postUrl(
  site: Site,
  kind: PostKind,
  post: Pick<PostColumns, 'id' | 'slug' | 'status'>,
): string {
  const isAtItsSlug = post.status === 'publish' || post.status === 'private'
  return isAtItsSlug
    ? [site.home, '/', kind.name, '/', post.slug, '/'].join('')
    : [site.home, '/?post_type=', kind.postType, '&p=', post.id].join('')
}

/** The root of the site that has a post’s public page at this address. */
export function homeOf(pageUrl: string): string {
  return pageUrl.replace(/\/(?:[a-z]+\/[^/]*\/|\?[^/]*)$/, '')
}

/** Wire: venue and organizer records have no empty members: "", "0", 0, false and empty lists are left out (`wire-others.md` 1.1). */
export function filledOnly<Members extends object>(members: Members): Partial<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value && value !== '0' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Partial<Members>
}
