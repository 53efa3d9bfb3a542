import type { Catalogue } from './catalogue.ts'

/** What is found by its name, and fields that were not understood, in English: other languages follow it. */
export const findEn = {
  suggestions: 'Suggestions',
  suggested: { one: '{count} suggestion', other: '{count} suggestions' },
  foundByName: 'Places, organizers and categories',
  placesTitle: 'Places',
  organizersTitle: 'Organizers',
  allPlaces: 'All places',
  organizers: { one: '{count} organizer', other: '{count} organizers' },
  byLetter: 'By first letter',
  searchPlaces: 'Search places',
  searchOrganizers: 'Search organizers',
  noneOfThatName: 'Nothing here has that name',
  takingPart: 'Taking part',
  onSite: 'On site',
  timeOfDay: 'Time of day',
  night: 'Night',
  yes: 'Yes',
  no: 'No',
  notKnown: 'Not known',
  nearUnknown: 'This place is not known here. Try a town nearby or a postcode.',
  dateUnknown: 'This is not a date. Write it like {example}.',
  valueUnknown: '“{value}” is not known here and was left out.',
} as const satisfies Catalogue
