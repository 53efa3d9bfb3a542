import type { Texts } from './catalogue.ts'
import type { findEn } from './find.en.ts'

/** Italian. */
export const findIt: Texts<typeof findEn> = {
  suggestions: 'Suggerimenti',
  suggested: { one: '{count} suggerimento', other: '{count} suggerimenti' },
  foundByName: 'Luoghi, organizzatori e categorie',
  placesTitle: 'Luoghi',
  organizersTitle: 'Organizzatori',
  allPlaces: 'Tutti i luoghi',
  organizers: { one: '{count} organizzatore', other: '{count} organizzatori' },
  byLetter: 'Per iniziale',
  searchPlaces: 'Cerca luoghi',
  searchOrganizers: 'Cerca organizzatori',
  noneOfThatName: 'Qui niente ha questo nome',
  takingPart: 'Partecipazione',
  onSite: 'Sul posto',
  timeOfDay: 'Momento della giornata',
  night: 'Notte',
  yes: 'Sì',
  no: 'No',
  notKnown: 'Non noto',
  nearUnknown: 'Questo luogo non è conosciuto qui. Prova una località vicina o un codice postale.',
  dateUnknown: 'Questa non è una data. Scrivila così: {example}.',
  valueUnknown: '«{value}» non è conosciuto qui ed è stato ignorato.',
}
