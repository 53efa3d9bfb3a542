import type { barEn } from './bar.en.ts'
import type { Texts } from './catalogue.ts'

/** The bar above public pages for who may change what they show, in Spanish. */
export const barEs: Texts<typeof barEn> = {
  barEditing: 'Edición',
  barPublished: 'Publicado',
  barDraft: 'Borrador',
  barWaiting: 'En espera de aprobación',
  barLater: 'Público desde el {date}',
  barPrivate: 'Privado',
  barSince: 'desde el {date}',
  barApprove: 'Aprobar',
  barDuplicate: 'Duplicar',
  barCancel: 'Cancelar el evento',
  barCancelDate: 'Cancelar esta fecha',
  barMore: 'Más',
  barHistory: 'Historial',
}
