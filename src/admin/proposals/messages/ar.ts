import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the queue of proposals says, in Arabic. */
export const ar: Translated<typeof en> = {
  proposals: 'الاقتراحات',
  forApproval: 'للموافقة',
  newEvent: 'فعالية جديدة',
  changeOf: 'تعديل على «{title}»',
  reportOf: 'خطأ في «{title}»',
  field: 'الحقل',
  publicNow: 'المنشور الآن',
  proposed: 'المقترح',
  takeIt: 'أتأخذه؟',
  take: 'خذ',
  changedSince: 'عُدّل هنا منذ ذلك',
  before: 'قبل ذلك: {value}',
  takeSome: 'خذ {count} من {all} تعديلات',
  accept: 'وافق',
  acceptNew: 'وافق وانشر',
  done: 'تم',
  spam: 'مزعج',
  trust: 'انشر ما يرسله من الآن فورًا',
  acceptedBefore: 'قُبل سابقًا: {count}',
  goneEvent: 'الفعالية في المهملات أو حُذفت: لا يمكن إلا الرفض.',
  asked: 'سُئل: «{message}»',
  nothing: 'لا اقتراحات تنتظر',
  nothingHint: 'هنا ما يرسله من لا يعمل في التقويم.',
  taken: 'أُخذ: {title}',
  refused: 'لم يؤخذ: {title}',
  marked: 'مزعج: {title}',
  picture: 'الصورة المرسلة',
  none: 'لا شيء',
  fieldNames:
    'العنوان|تبدأ|تنتهي|طوال اليوم|المنطقة الزمنية|المكان|المنظّم|الوصف|الملخص|السعر|الموقع|التصنيفات|الوسوم|تُقام|السبب|الحضور|عبر الإنترنت|تتكرر|الصورة',
}
