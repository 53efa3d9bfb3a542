import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What finding things from everywhere says, in Arabic. */
export const ar: Translated<typeof en> = {
  what: 'ابحث عن فعالية أو مكان أو منظِّم أو شاشة',
  placeholder: 'فعالية، مكان، منظِّم، شاشة…',
  event: 'فعالية',
  place: 'مكان',
  organizer: 'منظِّم',
  person: 'شخص',
  screen: 'شاشة',
  all: 'كل الفعاليات التي فيها «{text}»',
  choose: 'اختيار',
  open: 'فتح',
  close: 'إغلاق',
  allIn: 'كل الفعاليات التي فيها «{text}» في {month}',
  allOf: 'كل الفعاليات في {month}',
  before: 'في',
}
