import type { Faults } from '../../http/resource.ts'
import { columnsWhere, moved, valuesOf } from '../../fields/declare.ts'
import { blankOf } from '../../fields/fields.columns.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import type { LinkedKind, LinkedRow } from '../linked/linked.kind.ts'
import { listVenuesParams } from '../linked/linked.params.ts'
import { venueLink } from '../rows/event.row.ts'
import { kinds } from '../posts/posts.kind.ts'
import { createVenueParams, updateVenueParams } from './venues.params.ts'
import { venueView, venueViewSingle, venueViewToEdit } from './venues.view.ts'

/** What distinguishes venues from organizers. */
export const venueKind: LinkedKind = {
  ...kinds.venue,
  link: venueLink,
  list: { key: 'venues', order: 'items first', pastTheEnd: 'venue-archive-page-not-found' },
  fields: venueFields,
  columns: blankOf(venueFields),
  listParams: listVenuesParams,
  place: columnsWhere(venueFields, ({ place }) => place),
  createParams: createVenueParams,
  updateParams: updateVenueParams,
  schema: 'Venue',
  // Wire: in the order in which the original has them.
  meta: moved(
    valuesOf(venueFields, ({ wp }) => wp),
    {
      stateprovince: 'state',
      show_map: 'website',
      show_map_link: 'show_map',
    },
  ),
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
