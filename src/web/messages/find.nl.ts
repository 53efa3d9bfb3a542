import type { Texts } from './catalogue.ts'
import type { findEn } from './find.en.ts'

/** Dutch. */
export const findNl: Texts<typeof findEn> = {
  suggestions: 'Suggesties',
  suggested: { one: '{count} suggestie', other: '{count} suggesties' },
  foundByName: 'Locaties, organisatoren en categorieën',
  placesTitle: 'Locaties',
  organizersTitle: 'Organisatoren',
  allPlaces: 'Alle locaties',
  organizers: { one: '{count} organisator', other: '{count} organisatoren' },
  byLetter: 'Op beginletter',
  searchPlaces: 'Locaties zoeken',
  searchOrganizers: 'Organisatoren zoeken',
  noneOfThatName: 'Niets heet hier zo',
  takingPart: 'Deelnemen',
  onSite: 'Ter plaatse',
  timeOfDay: 'Dagdeel',
  night: 'Nacht',
  yes: 'Ja',
  no: 'Nee',
  notKnown: 'Niet bekend',
  nearUnknown: 'Deze plaats is hier niet bekend. Probeer een plaats in de buurt of een postcode.',
  dateUnknown: 'Dit is geen datum. Schrijf die zo: {example}.',
  valueUnknown: '“{value}” is hier niet bekend en is weggelaten.',
}
