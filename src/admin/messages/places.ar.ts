import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, and what parts of several screens say, in Arabic. */
export const placesAr: Translated<typeof placesEn> = {
  copy: 'نسخ',
  copied: 'نُسخ',
  today: 'اليوم',
  viewOf: 'العرض',
  listView: 'قائمة',
  monthView: 'شهر',
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
  filters: 'المرشحات',
  needsNameOfNew: 'أعط الجديد اسمًا، أو أغلق حقوله.',
  notWhole: 'هذا غير مكتمل: أكمله، أو أفرغ الحقل.',
  stillTyped: 'كُتب «{text}» ولم يُختر. اختر من القائمة، أو أفرغ الحقل.',
  stillTypedOrNew: 'كُتب «{text}» ولم يُختر. اختر من القائمة، أو أضفه جديدًا، أو أفرغ الحقل.',
}
