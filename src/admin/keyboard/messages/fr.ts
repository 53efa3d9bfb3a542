import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the list of keys says, in French. */
export const fr: Translated<typeof en> = {
  title: 'Touches',
  everywhere: 'Partout',
  inList: 'Dans la liste des événements, sur la ligne',
  inWaiting: 'En décidant de ce qui attend',
  inEvent: 'En écrivant un événement',
  nextBefore: 'suivant, précédent',
  these: 'ces touches',
  save: 'enregistrer',
  switchOff:
    'Les lettres seules ne font rien pendant que vous écrivez. Elles se désactivent dans votre compte.',
}
