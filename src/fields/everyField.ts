import type { Field } from './field.ts'
import { eventFields } from './events.fields.ts'
import { organizerFields } from './organizers.fields.ts'
import { seriesFields } from './series.fields.ts'
import { categoryFields } from './terms.fields.ts'
import { venueFields } from './venues.fields.ts'

/** All fields by their names: what several kinds have is told of each alike. */
const every = new Map<string, Field>(
  [organizerFields, venueFields, categoryFields, seriesFields, eventFields].flatMap(({ fields }) =>
    Object.entries(fields),
  ),
)

/** What is declared of a field of any kind. */
export function declaredField(name: string): Field | undefined {
  return every.get(name)
}
