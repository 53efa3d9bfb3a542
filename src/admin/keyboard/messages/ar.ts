import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the list of keys says, in Arabic. */
export const ar: Translated<typeof en> = {
  title: 'المفاتيح',
  everywhere: 'في كل مكان',
  inList: 'في قائمة الفعاليات، على صفها',
  inWaiting: 'عند البت في ما ينتظر',
  inEvent: 'عند كتابة فعالية',
  nextBefore: 'التالي، السابق',
  these: 'هذه المفاتيح',
  save: 'حفظ',
  switchOff: 'لا تفعل الأحرف المفردة شيئًا أثناء الكتابة، ويمكن إيقافها في حسابك.',
}
