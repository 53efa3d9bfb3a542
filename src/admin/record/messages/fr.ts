import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the editing of a record says, in another language. */
export const fr: Translated<typeof en> = {
  merged: 'Quelqu’un d’autre a changé ceci entre-temps. Les deux changements ont été gardés.',
  conflictTitle: 'Quelqu’un d’autre a changé ceci entre-temps',
  saveChosen: 'Enregistrer ce qui est choisi',
  keptBoth: 'Vos autres modifications s’accordent avec les autres et sont conservées : {fields}',
  before: 'avant : {text}',
  allMine: 'Garder tout le mien',
  allTheirs: 'Garder tout le leur',
  savedBy:
    '{name} a enregistré {when}, pendant que vous écriviez. Rien n’est perdu : choisissez ce qui doit valoir.',
  somebody: 'Quelqu’un',
  notCutOff: 'Ce qui ne doit pas être coupé',
}
