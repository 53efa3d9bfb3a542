import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the list of keys says, in Portuguese. */
export const pt: Translated<typeof en> = {
  title: 'Teclas',
  everywhere: 'Em todo o lado',
  inList: 'Na lista de eventos, na sua linha',
  inWaiting: 'Ao decidir o que espera',
  inEvent: 'Ao escrever um evento',
  nextBefore: 'seguinte, anterior',
  these: 'estas teclas',
  save: 'guardar',
  switchOff: 'As letras soltas não fazem nada enquanto escreve. Podem ser desligadas na sua conta.',
}
