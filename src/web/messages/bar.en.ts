import type { Catalogue } from './catalogue.ts'

/** The bar above public pages for who may change what they show, in English: other languages follow it. */
export const barEn = {
  barEditing: 'Editing',
  barPublished: 'Published',
  barDraft: 'Draft',
  barWaiting: 'Waiting for approval',
  barLater: 'Public from {date}',
  barPrivate: 'Private',
  barSince: 'since {date}',
  barApprove: 'Approve',
  barDuplicate: 'Duplicate',
  barCancel: 'Cancel this event',
  barCancelDate: 'Cancel this date',
  barMore: 'More',
  barHistory: 'History',
} as const satisfies Catalogue
