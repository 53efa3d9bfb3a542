import type { Texts } from './catalogue.ts'
import type { findEn } from './find.en.ts'

/** Arabic. */
export const findAr: Texts<typeof findEn> = {
  suggestions: 'اقتراحات',
  suggested: {
    zero: 'لا اقتراحات',
    one: 'اقتراح واحد',
    two: 'اقتراحان',
    few: '{count} اقتراحات',
    many: '{count} اقتراحًا',
    other: '{count} اقتراح',
  },
  foundByName: 'أماكن ومنظمون وفئات',
  placesTitle: 'الأماكن',
  organizersTitle: 'المنظمون',
  allPlaces: 'كل الأماكن',
  organizers: {
    zero: 'لا منظمين',
    one: 'منظم واحد',
    two: 'منظمان',
    few: '{count} منظمين',
    many: '{count} منظمًا',
    other: '{count} منظم',
  },
  byLetter: 'حسب الحرف الأول',
  searchPlaces: 'ابحث عن مكان',
  searchOrganizers: 'ابحث عن منظم',
  noneOfThatName: 'لا شيء هنا بهذا الاسم',
  takingPart: 'المشاركة',
  onSite: 'حضوريًا',
  timeOfDay: 'وقت اليوم',
  night: 'الليل',
  yes: 'نعم',
  no: 'لا',
  notKnown: 'غير معروف',
  nearUnknown: 'هذا المكان غير معروف هنا. جرّب بلدة قريبة أو رمزًا بريديًا.',
  dateUnknown: 'هذا ليس تاريخًا. اكتبه هكذا: {example}.',
  valueUnknown: '«{value}» غير معروف هنا، فلم يُؤخذ به.',
}
