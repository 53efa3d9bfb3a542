import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What finding things from everywhere says, in Italian. */
export const it: Translated<typeof en> = {
  what: 'Trova un evento, un luogo, un organizzatore o una schermata',
  placeholder: 'Evento, luogo, organizzatore, schermata…',
  event: 'evento',
  place: 'luogo',
  organizer: 'organizzatore',
  person: 'persona',
  screen: 'schermata',
  all: 'Tutti gli eventi con «{text}»',
  choose: 'scegliere',
  open: 'aprire',
  close: 'chiudere',
  allIn: 'Tutti gli eventi con «{text}» a {month}',
  allOf: 'Tutti gli eventi a {month}',
  before: 'in a di',
}
