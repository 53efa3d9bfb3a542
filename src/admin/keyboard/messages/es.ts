import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the list of keys says, in Spanish. */
export const es: Translated<typeof en> = {
  title: 'Teclas',
  everywhere: 'En todas partes',
  inList: 'En la lista de eventos, en su fila',
  inWaiting: 'Al decidir lo que espera',
  inEvent: 'Al escribir un evento',
  nextBefore: 'siguiente, anterior',
  these: 'estas teclas',
  save: 'guardar',
  switchOff: 'Las letras sueltas no hacen nada mientras escribe. Puede desactivarlas en su cuenta.',
}
