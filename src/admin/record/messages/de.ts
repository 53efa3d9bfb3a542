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
  stillTyped:
    '„{text}“ ist eingetippt, aber nicht ausgewählt. Wählen Sie etwas aus der Liste, oder leeren Sie das Feld.',
  stillTypedOrNew:
    '„{text}“ ist eingetippt, aber nicht ausgewählt. Wählen Sie etwas aus der Liste, fügen Sie es neu hinzu, oder leeren Sie das Feld.',
  needsNameOfNew: 'Geben Sie dem neuen Eintrag einen Namen, oder schließen Sie seine Felder.',
  notWhole: 'Das ist nicht vollständig: Ergänzen Sie es, oder leeren Sie das Feld.',
  notCutOff: 'Was nicht abgeschnitten werden darf',
}
