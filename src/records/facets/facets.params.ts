import { Type, type StaticDecode } from 'typebox'
import { members } from '../../pure/params/lists.ts'
import { wholeNumber } from '../../pure/params/numbers.ts'
import { Fault, parameter, quote } from '../../pure/params/parameter.ts'
import { listEventsParams } from '../events/events.params.ts'

/** What events are counted by, in the order of the answer. */
export const facetNames = [
  'categories',
  'tags',
  'venues',
  'organizers',
  'days',
  'months',
  'featured',
  'ticketed',
  'cost',
  'fields',
  'registration',
] as const
export type FacetName = (typeof facetNames)[number]

/** How many categories, venues and the like are answered by default. */
export const usualFacetLimit = 20

/** The most that can be asked for: more than anybody looks through. */
const greatestFacetLimit = 200

const facets = parameter(
  Type.Array(Type.Enum([...facetNames]), {
    description: 'What to count by; by default everything. A list, or comma-separated.',
  }),
  (sent): readonly FacetName[] => {
    const named = members(sent).map((member) => {
      const known = facetNames.find((name) => name === member)
      if (!known) throw new Fault(`must be some of ${facetNames.join(', ')}, not ${quote(member)}`)
      return known
    })
    if (named.length === 0) throw new Fault(`must name at least one of ${facetNames.join(', ')}`)
    return facetNames.filter((name) => named.includes(name))
  },
)

const facetLimit = parameter(
  Type.Integer({
    minimum: 1,
    maximum: greatestFacetLimit,
    default: usualFacetLimit,
    description:
      'How many categories, tags, venues and organizers to answer at most, of each those with the most events.',
  }),
  (sent) => {
    const limit = wholeNumber(sent)
    if (limit === undefined || limit < 1 || limit > greatestFacetLimit)
      throw new Fault(`must be a whole number from 1 to ${greatestFacetLimit}, not ${quote(sent)}`)
    return limit
  },
)

/** The list parameters that choose a page of events and its order rather than events; facets do not have them. */
const {
  page: _page,
  per_page: _perPage,
  orderby: _orderBy,
  order: _order,
  collapse: _collapse,
  context: _context,
  ...filters
} = listEventsParams.properties

/** Every filter of the list, and what to count by. */
export const eventFacetsParams = Type.Object({
  ...filters,
  facets: Type.Optional(facets),
  facet_limit: Type.Optional(facetLimit),
})
export type EventFacetsParams = StaticDecode<typeof eventFacetsParams>
