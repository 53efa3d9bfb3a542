import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the sentence of the editor says, in French. */
export const fr: Translated<typeof en> = {
  inWords: 'En toutes lettres',
  example: 'chaque mardi de 10h30 à 11h15 jusqu’au 29 juin, sauf le 22 décembre',
  readAs: '{rule}, à partir du {first}',
  andMore: '{first}, et d’autres dates',
  allDay: 'toute la journée',
  byField: 'Champ par champ',
  notUnderstood: 'Pas compris : « {text} ». Les champs restent tels quels.',
  ambiguous: 'Quel jour est « {text} » ?',
  noSuchDay: '« {text} » n’existe pas.',
  otherWeekday: '« {text} » est un autre jour de la semaine.',
  twice: 'C’est dit deux fois : « {text} ».',
  besideRule: 'Dites ce qu’est « {text} » : à partir du, jusqu’au, aussi le ou sauf le.',
  noRule: 'Dites à quelle fréquence cela se répète.',
  noDay: 'Dites quel jour, par exemple « vendredi prochain » ou « chaque mardi ».',
  noTime: 'Dites à quelle heure, ou que c’est toute la journée.',
  noEnd: 'Dites jusqu’à quand cela dure.',
  wrongOrder: 'Cela finirait avant de commencer : « {text} ».',
  filled: 'Ce que {name} propose est rempli. Enregistrer l’accepte.',
}
