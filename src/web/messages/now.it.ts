import type { Texts } from './catalogue.ts'
import type { nowEn } from './now.en.ts'

/** Italian. */
export const nowIt: Texts<typeof nowEn> = {
  over: 'Terminato',
  alreadyOver: 'Già terminati',
  nothingMoreToday: 'Per oggi non c’è altro.',
  untilTime: 'Fino alle {time}',
  moreDates: { one: 'e un’altra data', other: 'e altre {count} date' },
  seriesOnce: 'Ogni serie una sola volta',
  datesInAll: { one: '{count} data', other: '{count} date' },
  stateAndTitle: '{state}: {title}',
  earlierThisWeek: 'Prima, questa settimana',
}
