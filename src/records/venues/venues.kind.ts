import type { Faults } from '../../http/resource.ts'
import type { LinkedKind, LinkedRow } from '../linked/linked.kind.ts'
import { listVenuesParams } from '../linked/linked.params.ts'
import { kinds } from '../posts/posts.kind.ts'
import { access } from './venues.access.ts'
import { createVenueParams, updateVenueParams } from './venues.params.ts'
import { venueView, venueViewSingle, venueViewToEdit } from './venues.view.ts'

/** What distinguishes venues from organizers. */
export const venueKind: LinkedKind = {
  ...kinds.venue,
  link: { table: 'event_venues', column: 'venue_id' },
  list: { key: 'venues', order: 'items first', pastTheEnd: 'venue-archive-page-not-found' },
  columns: {
    show_map: 1,
    show_map_link: 1,
    address: '',
    city: '',
    country: '',
    province: '',
    state: '',
    zip: '',
    phone: '',
    stateprovince: '',
    website: '',
    geo_lat: null,
    geo_lng: null,
    excerpt: '',
    ...byField(() => 0),
  },
  listParams: listVenuesParams,
  place: [
    'status',
    'title',
    'address',
    'city',
    'country',
    'province',
    'state',
    'stateprovince',
    'zip',
    'geo_lat',
    'geo_lng',
  ],
  createParams: createVenueParams,
  updateParams: updateVenueParams,
  schema: 'Venue',
  meta: {
    address: '_VenueAddress',
    city: '_VenueCity',
    country: '_VenueCountry',
    province: '_VenueProvince',
    state: '_VenueState',
    stateprovince: '_VenueStateProvince',
    zip: '_VenueZip',
    phone: '_VenuePhone',
    website: '_VenueURL',
    show_map: '_VenueShowMap',
    show_map_link: '_VenueShowMapLink',
    geo_lat: '_VenueLat',
    geo_lng: '_VenueLng',
    ...byField(({ key }) => key),
  },
  refusals: {
    hidden: 'venue-not-accessible',
    trashed: 'venue-is-in-trash',
    notCreated: 'could-not-create-venue',
    notUpdated: 'could-not-update-venue',
  },
  faults: halfAPlace,
  derive: deriveStateProvince,
  view: venueView,
  viewSingle: venueViewSingle,
  viewToEdit: venueViewToEdit,
}

function byField<Value>(valueOf: (one: (typeof access)[number]) => Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(access.map((one) => [one.field, valueOf(one)]))
}

/** The fault of a latitude without a longitude, or the reverse. */
function halfAPlace({ geo_lat, geo_lng }: Readonly<Record<string, unknown>>): Faults {
  const [lat, lng] = [geo_lat ?? null, geo_lng ?? null]
  if ((lat === null) === (lng === null)) return {}
  const [missing, given] = lat === null ? ['geo_lat', 'geo_lng'] : ['geo_lng', 'geo_lat']
  return { [missing]: `is missing: give it too, or clear ${given}; a venue has both or neither` }
}

/**
 * `stateprovince`, if it was not sent: made from state and province on create, and made anew on an update that changes one
 * of them (`wire-others.md` 2.2).
 */
function deriveStateProvince(row: LinkedRow, before: LinkedRow | undefined, given: ReadonlySet<string>) {
  if (given.has('stateprovince') && row['stateprovince']) return {}
  if (!before) return { stateprovince: stateProvinceOf(row) }
  const isTouched = ['state', 'province', 'country'].some((name) => given.has(name))
  const wasDerived = before['stateprovince'] === stateProvinceOf(before)
  return isTouched && wasDerived && !given.has('stateprovince') ? { stateprovince: stateProvinceOf(row) } : {}
}

const unitedStates = new Set(['', 'US', 'United States'])

function stateProvinceOf(row: LinkedRow): string {
  if (row['state'] && unitedStates.has(String(row['country']))) return String(row['state'])
  return row['province'] ? String(row['province']) : ''
}
