import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What is asked before several events, or dates of a series, are changed, in French. */
export const fr: Translated<typeof en> = {
  publishTitle: 'Publier {title} ?',
  trashTitle: 'Mettre {title} à la corbeille ?',
  restoreTitle: 'Reprendre {title} comme brouillon ?',
  categoryTitle: 'Catégories de {title}',
  whichDates: 'Quelles dates ?',
  chosen: 'Seulement les dates choisies',
  chosenFollowing: 'Les dates choisies et les suivantes',
  publishMany: { one: 'Publier {count} événement', other: 'Publier {count} événements' },
  trashMany: {
    one: 'Mettre {count} événement à la corbeille',
    other: 'Mettre {count} événements à la corbeille',
  },
  restoreMany: { one: 'Reprendre {count} événement', other: 'Reprendre {count} événements' },
  changeMany: { one: 'Modifier {count} événement', other: 'Modifier {count} événements' },
  leaveAsIs: 'Laisser tel quel',
  reached: { one: '{count} événement', other: '{count} événements' },
  nothingChanges: 'Rien ne change.',
  some: 'certains l’ont',
  categoryHint:
    'Ce qui est coché va à tous ; ce qui ne l’est pas, aucun ne le garde. Un tiret laisse chacun tel quel.',
  noCategories: 'Il n’y a pas encore de catégories.',
  allMatching: { one: 'Choisir le seul qui convient', other: 'Choisir les {count} qui conviennent' },
  firstMatching: 'Choisir les {most} premiers sur {count}',
}
