/** What a later program answers otherwise than the release did, as the CHANGELOG says: all else is as it was. */
interface Changed {
  /** Members that came since, by their paths (`events.*.uid`). */
  readonly added: readonly string[]
  /** Members with another value: the path of the address, and of the member. */
  readonly changed: readonly (readonly [address: RegExp, member: string])[]
}

/** By the release that changed it, oldest first. */
export const changedBy: Readonly<Record<string, Changed>> = {
  '1.0.0': {
    added: [
      // Records under `wp/v2` have what the original’s have.
      '*.guid',
      '*.template',
      'day_turn',
      'events.*.author_name',
      'events.*.post_parent',
      'events.*.uid',
      'history.*.undo',
      'series.*.continued_by',
      'series.*.continues',
      'submissions.*.reopens',
      // Settings.
      'security_contact',
      'accessibility_contact',
      'accessibility_enforcement',
      'accessibility_status',
      'accessibility_exceptions',
    ],
    changed: [
      // Those of events have `meta`; of places nobody knows some (D77).
      [/^\/wp\/v2\/tribe_events\?/, '*.meta'],
      [/^\/wp\/v2\/tribe_venue\?/, '*.meta._VenueStepFree'],
      [/^\/wp\/v2\/tribe_venue\?/, '*.meta._VenueAccessibleToilet'],
      [/^\/wp\/v2\/tribe_venue\?/, '*.meta._VenueHearingLoop'],
    ],
  },
  '1.1.0': {
    added: [
      'guests_days',
      'registration_confirm_minutes',
      'registration_privacy_url',
      'letters',
      'letters_imprint',
      'letters_per_minute',
      'letters_settle',
    ],
    changed: [],
  },
}
