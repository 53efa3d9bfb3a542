import type { VenueRecord } from '../../records/venues/venues.view.ts'
import { accessOf, accessText } from './mcp.access.ts'
import { limit, type ListBody, near, page, partOf, text, within } from './mcp.fields.ts'
import { line, quoted } from './mcp.quoting.ts'
import { ownIn } from './mcp.own.ts'
import { categoriesOut, venuesOut } from './mcp.outputs.ts'
import { notice, tool } from './mcp.tool.ts'

interface TermBody {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly count: number
}

/** Lists the categories. */
export const listCategories = tool({
  name: 'list_categories',
  title: 'List categories',
  description: 'Lists the categories of events, with how many events each has.',
  input: { page },
  output: categoriesOut,
  run: async ({ page: number = 1 }, { ask }) => {
    const params = { page: number, per_page: 50 }
    const { body } = await ask({ method: 'GET', resource: '/categories', params })
    const { categories: all, total, total_pages: pages } = body as ListBody & { categories: TermBody[] }
    const categories = all.map((term) => ({
      id: term.id,
      name: line(term.name),
      slug: term.slug,
      count: term.count,
    }))
    const lines = categories.map(
      ({ name, slug, count }) =>
        `${quoted(name)}; slug ${slug}; ${count} ${count === 1 ? 'event' : 'events'}`,
    )
    return {
      text: [
        `${total} ${total === 1 ? 'category' : 'categories'}; page ${number} of ${pages}. ${notice}`,
        ...lines,
      ].join('\n'),
      data: { notice, total, page: number, pages, categories },
    }
  },
})

function foundVenue(record: Distant) {
  const { id, venue, url, address, city, country, distance } = record
  return {
    id,
    name: line(venue),
    url,
    ...(address ? { address: line(address) } : {}),
    ...(city ? { city: line(city) } : {}),
    ...(country ? { country: line(country) } : {}),
    ...(distance === undefined ? {} : { distance }),
    ...accessOf(record),
    ...ownIn(record),
  }
}
type Distant = Pick<VenueRecord, 'id' | 'venue' | 'url' | 'address' | 'city' | 'country' | 'fields'> & {
  /** In kilometres, from the place that was asked for. */
  readonly distance?: number
}

/** Finds venues by words, and by a place. */
export const findVenues = tool({
  name: 'find_venues',
  title: 'Find venues',
  description:
    'Finds venues by words of their name or address, or around a place; the nearest first, in kilometres.',
  input: { words: text('Words of the name, the street or the city.'), near, within, page, limit },
  output: venuesOut,
  sentAs: { words: 'search', limit: 'per_page' },
  run: async ({ words, near: place, within: distance, ...rest }, { ask }) => {
    const part = partOf(rest)
    const params = {
      ...part,
      ...(words ? { search: words } : {}),
      ...(place ? { near: place, orderby: 'distance', geoloc_unit: 'km' } : {}),
      ...(distance === undefined ? {} : { within: distance }),
    }
    const { body } = await ask({ method: 'GET', resource: '/venues', params })
    const { venues: all, total, total_pages: pages } = body as ListBody & { venues: Distant[] }
    const venues = all.map(foundVenue)
    const lines = venues.map((venue) => {
      const named = quoted([venue.name, venue.address, venue.city].filter(Boolean).join(', '))
      const away = venue.distance === undefined ? '' : `${venue.distance} km away; `
      const known = accessText(venue)
      return `${named}; ${away}${known === '' ? '' : `${known}; `}${venue.url} (id ${venue.id})`
    })
    const more = part.page < pages ? ` Ask for page ${part.page + 1} for more.` : ''
    return {
      text: [
        `${total} ${total === 1 ? 'venue' : 'venues'}; page ${part.page} of ${pages}.${more} ${notice}`,
        ...lines,
      ].join('\n'),
      data: { notice, total, page: part.page, pages, venues },
    }
  },
})
