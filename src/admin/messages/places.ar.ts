import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, in Arabic. */
export const placesAr: Translated<typeof placesEn> = {
  today: 'اليوم',
  places: 'الأماكن',
  categoriesAndTags: 'الفئات والوسوم',
  pictures: 'الصور',
  imports: 'عمليات الاستيراد',
  share: 'المشاركة',
  history: 'السجل',
  people: 'الأشخاص',
  account: 'حسابك',
  settings: 'الإعدادات',
  webhooks: 'خطافات الويب',
  system: 'النظام',
  organizersPlace: 'المنظمون',
}
