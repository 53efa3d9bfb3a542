import type { AccessField } from '../../pure/params/access.ts'

interface Access {
  readonly field: AccessField
  readonly amenity: string
  /** The name of its meta. */
  readonly key: string
}

/**
 * What helps people get in and take part: its field, and its name among the `amenityFeature` of schema.org. It is there, or not, or
 * nobody has said: records leave that out (D77).
 */
export const access: readonly Access[] = [
  { field: 'step_free', amenity: 'Step-free access', key: '_VenueStepFree' },
  { field: 'accessible_toilet', amenity: 'Accessible toilet', key: '_VenueAccessibleToilet' },
  { field: 'hearing_loop', amenity: 'Hearing loop', key: '_VenueHearingLoop' },
]
