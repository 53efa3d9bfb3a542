import type { barEn } from './bar.en.ts'
import type { Texts } from './catalogue.ts'

/** The bar above public pages for who may change what they show, in French. */
export const barFr: Texts<typeof barEn> = {
  barEditing: 'Édition',
  barPublished: 'Public',
  barDraft: 'Brouillon',
  barWaiting: 'En attente d’approbation',
  barLater: 'Public à partir du {date}',
  barPrivate: 'Privé',
  barSince: 'depuis le {date}',
  barApprove: 'Approuver',
  barDuplicate: 'Dupliquer',
  barCancel: 'Annuler l’événement',
  barCancelDate: 'Annuler cette date',
  barMore: 'Plus',
  barHistory: 'Historique',
}
