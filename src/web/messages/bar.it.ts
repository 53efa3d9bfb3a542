import type { barEn } from './bar.en.ts'
import type { Texts } from './catalogue.ts'

/** The bar above public pages for who may change what they show, in Italian. */
export const barIt: Texts<typeof barEn> = {
  barEditing: 'Modifica',
  barPublished: 'Pubblicato',
  barDraft: 'Bozza',
  barWaiting: 'In attesa di approvazione',
  barLater: 'Pubblico dal {date}',
  barPrivate: 'Privato',
  barSince: 'dal {date}',
  barApprove: 'Approva',
  barDuplicate: 'Duplica',
  barCancel: 'Annulla l’evento',
  barCancelDate: 'Annulla questa data',
  barMore: 'Altro',
  barHistory: 'Cronologia',
}
