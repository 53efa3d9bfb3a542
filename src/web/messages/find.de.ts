import type { Texts } from './catalogue.ts'
import type { findEn } from './find.en.ts'

/** German. */
export const findDe: Texts<typeof findEn> = {
  suggestions: 'Vorschläge',
  suggested: { one: '{count} Vorschlag', other: '{count} Vorschläge' },
  foundByName: 'Orte, Veranstalter und Kategorien',
  placesTitle: 'Orte',
  organizersTitle: 'Veranstalter',
  allPlaces: 'Alle Orte',
  organizers: { one: '{count} Veranstalter', other: '{count} Veranstalter' },
  byLetter: 'Nach Anfangsbuchstaben',
  searchPlaces: 'Orte suchen',
  searchOrganizers: 'Veranstalter suchen',
  noneOfThatName: 'Hier heißt nichts so',
  takingPart: 'Teilnahme',
  onSite: 'Vor Ort',
  timeOfDay: 'Tageszeit',
  night: 'Nacht',
  yes: 'Ja',
  no: 'Nein',
  notKnown: 'Nicht bekannt',
  nearUnknown:
    'Dieser Ort ist hier nicht bekannt. Versuchen Sie einen Ort in der Nähe oder eine Postleitzahl.',
  dateUnknown: 'Das ist kein Datum. Schreiben Sie es wie {example}.',
  valueUnknown: '„{value}“ ist hier nicht bekannt und wurde weggelassen.',
}
