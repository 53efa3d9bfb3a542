import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the sentence of the editor says, in Arabic. */
export const ar: Translated<typeof en> = {
  inWords: 'بالكلمات',
  example: 'كل ثلاثاء من 10:30 إلى 11:15 حتى 29 يونيو، ما عدا 22 ديسمبر',
  readAs: '{rule}، ابتداءً من {first}',
  andMore: '{first}، وتواريخ أخرى',
  allDay: 'طوال اليوم',
  byField: 'حقلاً حقلاً',
  notUnderstood: 'غير مفهوم: «{text}». تبقى الحقول كما هي.',
  ambiguous: 'أي يوم هو «{text}»؟',
  noSuchDay: 'لا يوجد «{text}».',
  otherWeekday: '«{text}» يوم آخر من الأسبوع.',
  twice: 'مذكور مرتين: «{text}».',
  besideRule: 'اكتب ما هو «{text}»: من، حتى، وأيضًا، أو ما عدا.',
  noRule: 'اكتب كم مرة يتكرر.',
  noDay: 'اكتب في أي يوم، مثل «الجمعة القادم» أو «كل ثلاثاء».',
  noTime: 'اكتب في أي وقت، أو أنه طوال اليوم.',
  noEnd: 'اكتب حتى متى يستمر.',
  wrongOrder: 'سينتهي قبل أن يبدأ: «{text}».',
  filled: 'أُدخل ما يقترحه {name}. يُقبل عند الحفظ.',
}
