import type { LinkedKind, LinkedRow } from '../linked/linked.kind.ts'
import { kinds } from '../posts/posts.kind.ts'
import { createVenueParams, updateVenueParams } from './venues.params.ts'
import { venueView, venueViewSingle } from './venues.view.ts'

/** What venues are, beside what they share with organizers. */
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
  },
  createParams: createVenueParams,
  updateParams: updateVenueParams,
  schema: 'Venue',
  refusals: {
    hidden: 'venue-not-accessible',
    trashed: 'venue-is-in-trash',
    nameless: 'could-not-create-venue',
  },
  derive: deriveStateProvince,
  view: venueView,
  viewSingle: venueViewSingle,
}

/**
 * `stateprovince`, when it is not given: made from state and province on create, and made anew on an update that
 * changes what it was made from (`wire-others.md` 2.2).
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
