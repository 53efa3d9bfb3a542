import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the editing of a record says, in another language. */
export const es: Translated<typeof en> = {
  merged: 'Otra persona ha cambiado esto entretanto. Se han conservado ambos cambios.',
  conflictTitle: 'Otra persona ha cambiado esto entretanto',
  saveChosen: 'Guardar lo elegido',
  keptBoth: 'Sus otros cambios encajan con los ajenos y se conservan: {fields}',
  before: 'antes: {text}',
  allMine: 'Conservar todo lo mío',
  allTheirs: 'Conservar todo lo ajeno',
  savedBy: '{name} lo guardó {when}, mientras usted escribía. No se pierde nada: elija lo que debe valer.',
  somebody: 'Alguien',
  notCutOff: 'Lo que no debe quedar cortado',
}
