import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the editing of a record says, in another language. */
export const de: Translated<typeof en> = {
  merged: 'Jemand anders hat dies inzwischen geändert. Beide Änderungen sind geblieben.',
  conflictTitle: 'Jemand anders hat dies inzwischen geändert',
  saveChosen: 'Auswahl speichern',
  keptBoth: 'Ihre übrigen Änderungen vertragen sich mit den anderen und bleiben: {fields}',
  before: 'vorher: {text}',
  allMine: 'Alles von mir behalten',
  allTheirs: 'Alles von der anderen Seite behalten',
  savedBy:
    '{name} hat {when} gespeichert, während Sie schrieben. Nichts ist verloren: Wählen Sie, was gelten soll.',
  somebody: 'Jemand',
  notCutOff: 'Was nicht abgeschnitten werden darf',
}
