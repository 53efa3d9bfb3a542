import type { barEn } from './bar.en.ts'
import type { Texts } from './catalogue.ts'

/** The bar above public pages for who may change what they show, in Dutch. */
export const barNl: Texts<typeof barEn> = {
  barEditing: 'Bewerken',
  barPublished: 'Openbaar',
  barDraft: 'Concept',
  barWaiting: 'Wacht op goedkeuring',
  barLater: 'Openbaar vanaf {date}',
  barPrivate: 'Privé',
  barSince: 'sinds {date}',
  barApprove: 'Goedkeuren',
  barDuplicate: 'Dupliceren',
  barCancel: 'Evenement aflasten',
  barCancelDate: 'Deze datum aflasten',
  barMore: 'Meer',
  barHistory: 'Geschiedenis',
}
