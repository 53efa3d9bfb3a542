import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** Arabic: feeds and calendars for other websites. */
export const ar: Translated<typeof en> = {
  shareHint: 'اختر ما تريد ثم خذه كخلاصة أو كتقويم لموقعك.',
  what: 'ماذا يُرفق؟',
  category: 'الفئة',
  allCategories: 'كل الفئات',
  words: 'الفعاليات التي تحوي هذه الكلمات فقط',
  onlyFeatured: 'الفعاليات المميزة فقط',
  now_: {
    one: 'فعالية واحدة الآن',
    two: 'فعاليتان الآن',
    few: '{count} فعاليات الآن',
    other: '{count} فعالية الآن',
  },
  asFeed: 'كخلاصة',
  forCalendars: 'لبرامج التقويم',
  calendarsHint: 'Google وApple وOutlook. تصل التغييرات وحدها خلال ساعات.',
  forReaders: 'لقارئات الخلاصات والنشرات',
  forPrograms: 'للمبرمجين',
  onWebsite: 'على موقعك',
  widgetHint: 'تختار الشكل واللغة والألوان بجانب عيّنة حية؛ وما تنسخه يوضع في صفحتك.',
  openMaker: 'أنشئ تقويمًا لموقع',
}
