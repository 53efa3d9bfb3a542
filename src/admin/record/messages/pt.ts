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
  stillTyped: '«{text}» está escrito, mas não escolhido. Escolha um da lista, ou esvazie o campo.',
  stillTypedOrNew:
    '«{text}» está escrito, mas não escolhido. Escolha um da lista, acrescente-o como novo, ou esvazie o campo.',
  needsNameOfNew: 'Dê um nome ao novo, ou feche os seus campos.',
  notWhole: 'Isto não está completo: termine, ou esvazie o campo.',
  notCutOff: 'O que não deve ficar cortado',
}
