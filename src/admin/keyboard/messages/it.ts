import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the list of keys says, in Italian. */
export const it: Translated<typeof en> = {
  title: 'Tasti',
  everywhere: 'Ovunque',
  inList: 'Nell’elenco degli eventi, sulla riga',
  inWaiting: 'Decidendo ciò che aspetta',
  inEvent: 'Scrivendo un evento',
  nextBefore: 'successivo, precedente',
  these: 'questi tasti',
  save: 'salva',
  switchOff: 'Le lettere singole non fanno nulla mentre scrive. Si possono disattivare nel Suo account.',
}
