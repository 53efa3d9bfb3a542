import { eventFields } from '../fields/events.fields.ts'
import { organizerFields } from '../fields/organizers.fields.ts'
import { venueFields } from '../fields/venues.fields.ts'
import { listEventsParams } from '../records/events/events.params.ts'
import { listVenuesParams } from '../records/linked/linked.params.ts'

/** The names of fields and parameters that Kalends has: what a calendar declares has others, so that nobody mistakes one for the other. */
export const builtInNames: ReadonlySet<string> = new Set([
  ...[eventFields, venueFields, organizerFields].flatMap(({ names }) => names),
  ...Object.keys(listEventsParams.properties),
  ...Object.keys(listVenuesParams.properties),
  'id',
  'url',
  'rest_url',
  // What every object in a program has.
  'constructor',
])
