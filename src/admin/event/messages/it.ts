import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the sentence of the editor says, in Italian. */
export const it: Translated<typeof en> = {
  inWords: 'A parole',
  example: 'ogni martedì dalle 10:30 alle 11:15 fino al 29 giugno, tranne il 22 dicembre',
  readAs: '{rule}, dal {first}',
  andMore: '{first}, e altre date',
  allDay: 'tutto il giorno',
  byField: 'Campo per campo',
  notUnderstood: 'Non capito: «{text}». I campi restano come sono.',
  ambiguous: 'Che giorno è «{text}»?',
  noSuchDay: '«{text}» non esiste.',
  otherWeekday: '«{text}» è un altro giorno della settimana.',
  twice: 'È detto due volte: «{text}».',
  besideRule: 'Dica che cos’è «{text}»: dal, fino al, anche il o tranne il.',
  noRule: 'Dica ogni quanto si ripete.',
  noDay: 'Dica in che giorno, per esempio «venerdì prossimo» o «ogni martedì».',
  noTime: 'Dica a che ora, o che è tutto il giorno.',
  noEnd: 'Dica fino a quando dura.',
  wrongOrder: 'Finirebbe prima di cominciare: «{text}».',
  filled: 'Ciò che propone {name} è già inserito. Salvando si accetta.',
}
