import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the editing of a record says, in another language. */
export const pt: Translated<typeof en> = {
  merged: 'Outra pessoa alterou isto entretanto. Ambas as alterações ficaram.',
  conflictTitle: 'Outra pessoa alterou isto entretanto',
  saveChosen: 'Guardar o que está escolhido',
  keptBoth: 'As suas outras alterações combinam com as alheias e ficam: {fields}',
  before: 'antes: {text}',
  allMine: 'Ficar com tudo o meu',
  allTheirs: 'Ficar com tudo o alheio',
  savedBy: '{name} guardou {when}, enquanto escrevia. Nada se perdeu: escolha o que deve valer.',
  somebody: 'Alguém',
  notCutOff: 'O que não deve ficar cortado',
}
