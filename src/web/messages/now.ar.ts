import type { Texts } from './catalogue.ts'
import type { nowEn } from './now.en.ts'

/** Arabic. */
export const nowAr: Texts<typeof nowEn> = {
  over: 'انتهت',
  alreadyOver: 'انتهت بالفعل',
  nothingMoreToday: 'لم يبقَ شيء اليوم.',
  untilTime: 'حتى {time}',
  moreDates: {
    zero: 'ولا مواعيد أخرى',
    one: 'وموعد آخر',
    two: 'وموعدان آخران',
    few: 'و{count} مواعيد أخرى',
    many: 'و{count} موعدًا آخر',
    other: 'و{count} موعد آخر',
  },
  seriesOnce: 'كل سلسلة مرة واحدة',
  datesInAll: {
    zero: 'لا مواعيد',
    one: 'موعد واحد',
    two: 'موعدان',
    few: '{count} مواعيد',
    many: '{count} موعدًا',
    other: '{count} موعد',
  },
  stateAndTitle: '{state}: {title}',
  earlierThisWeek: 'سابقًا هذا الأسبوع',
}
