import type { barEn } from './bar.en.ts'
import type { Texts } from './catalogue.ts'

/** The bar above public pages for who may change what they show, in Portuguese. */
export const barPt: Texts<typeof barEn> = {
  barEditing: 'Edição',
  barPublished: 'Publicado',
  barDraft: 'Rascunho',
  barWaiting: 'À espera de aprovação',
  barLater: 'Público a partir de {date}',
  barPrivate: 'Privado',
  barSince: 'desde {date}',
  barApprove: 'Aprovar',
  barDuplicate: 'Duplicar',
  barCancel: 'Cancelar o evento',
  barCancelDate: 'Cancelar esta data',
  barMore: 'Mais',
  barHistory: 'Histórico',
}
