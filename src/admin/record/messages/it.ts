import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the editing of a record says, in another language. */
export const it: Translated<typeof en> = {
  merged: 'Qualcun altro ha modificato questo nel frattempo. Entrambe le modifiche restano.',
  conflictTitle: 'Qualcun altro ha modificato questo nel frattempo',
  saveChosen: 'Salva ciò che è scelto',
  keptBoth: 'Le Sue altre modifiche vanno d’accordo con le altre e restano: {fields}',
  before: 'prima: {text}',
  allMine: 'Tieni tutto il mio',
  allTheirs: 'Tieni tutto il loro',
  savedBy: '{name} ha salvato {when}, mentre Lei scriveva. Niente è perso: scelga che cosa deve valere.',
  somebody: 'Qualcuno',
  notCutOff: 'Ciò che non va tagliato',
}
