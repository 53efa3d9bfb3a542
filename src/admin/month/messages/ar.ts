import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the month of events says, in Arabic. */
export const ar: Translated<typeof en> = {
  title: 'الفعاليات',
  earlier: 'قبل أربعة أسابيع',
  later: 'بعد أربعة أسابيع',
  today: 'اليوم',
  view: 'العرض',
  list: 'قائمة',
  month: 'شهر',
  hint: 'اسحب فعالية إلى يوم آخر، أو اضغط M عليها.',
  newOn: 'فعالية جديدة: {day}',
  newOnThis: 'فعالية جديدة في هذا اليوم',
  more: '{count} أخرى',
  less: 'أقل',
  allDay: 'طوال اليوم',
  draft: 'مسودة',
  waits: 'تنتظر',
  cancelled: 'ملغاة',
  nothing: 'لا شيء في هذا اليوم.',
  moving: 'نقل «{title}» من {from} إلى {to}',
  movingKeys: 'الأسهم تختار اليوم، Enter يضعها، Esc يعيدها.',
  drop: 'ضعها هنا',
  putBack: 'أعدها',
  moved: '«{title}» الآن في {to}',
  scopeTitle: 'أي التواريخ تُنقل؟',
  only: '{day} فقط',
  following: '{day} وما بعده',
  whole: 'السلسلة كلها',
  moveDates: {
    one: 'انقل تاريخًا واحدًا',
    two: 'انقل تاريخين',
    few: 'انقل {count} تواريخ',
    other: 'انقل {count} تاريخًا',
  },
  datesMove: {
    one: 'يُنقل تاريخ واحد',
    two: 'يُنقل تاريخان',
    few: 'تُنقل {count} تواريخ',
    other: 'يُنقل {count} تاريخًا',
  },
}
