import type { barEn } from './bar.en.ts'
import type { Texts } from './catalogue.ts'

/** The bar above public pages for who may change what they show, in Arabic. */
export const barAr: Texts<typeof barEn> = {
  barEditing: 'التحرير',
  barPublished: 'منشورة',
  barDraft: 'مسودة',
  barWaiting: 'بانتظار الموافقة',
  barLater: 'عامة من {date}',
  barPrivate: 'خاصة',
  barSince: 'منذ {date}',
  barApprove: 'الموافقة',
  barDuplicate: 'تكرار',
  barCancel: 'إلغاء الفعالية',
  barCancelDate: 'إلغاء هذا التاريخ',
  barMore: 'المزيد',
  barHistory: 'السجل',
}
