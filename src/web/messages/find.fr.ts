import type { Texts } from './catalogue.ts'
import type { findEn } from './find.en.ts'

/** French. */
export const findFr: Texts<typeof findEn> = {
  suggestions: 'Suggestions',
  suggested: { one: '{count} suggestion', other: '{count} suggestions' },
  foundByName: 'Lieux, organisateurs et catégories',
  placesTitle: 'Lieux',
  organizersTitle: 'Organisateurs',
  allPlaces: 'Tous les lieux',
  organizers: { one: '{count} organisateur', other: '{count} organisateurs' },
  byLetter: 'Par première lettre',
  searchPlaces: 'Chercher un lieu',
  searchOrganizers: 'Chercher un organisateur',
  noneOfThatName: 'Rien ne porte ce nom ici',
  takingPart: 'Participation',
  onSite: 'Sur place',
  timeOfDay: 'Moment de la journée',
  night: 'Nuit',
  yes: 'Oui',
  no: 'Non',
  notKnown: 'Non renseigné',
  nearUnknown: 'Ce lieu n’est pas connu ici. Essayez une ville voisine ou un code postal.',
  dateUnknown: 'Ce n’est pas une date. Écrivez-la ainsi : {example}.',
  valueUnknown: '« {value} » n’est pas connu ici et n’a pas été pris en compte.',
}
