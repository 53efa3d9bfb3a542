import type { barEn } from './bar.en.ts'
import type { Texts } from './catalogue.ts'

/** The bar above public pages for who may change what they show, in German. */
export const barDe: Texts<typeof barEn> = {
  barEditing: 'Bearbeiten',
  barPublished: 'Öffentlich',
  barDraft: 'Entwurf',
  barWaiting: 'Wartet auf Freigabe',
  barLater: 'Öffentlich ab {date}',
  barPrivate: 'Privat',
  barSince: 'seit {date}',
  barApprove: 'Freigeben',
  barDuplicate: 'Duplizieren',
  barCancel: 'Veranstaltung absagen',
  barCancelDate: 'Diesen Termin absagen',
  barMore: 'Mehr',
  barHistory: 'Verlauf',
}
