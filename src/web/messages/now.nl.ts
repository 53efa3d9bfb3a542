import type { Texts } from './catalogue.ts'
import type { nowEn } from './now.en.ts'

/** Dutch. */
export const nowNl: Texts<typeof nowEn> = {
  over: 'Voorbij',
  alreadyOver: 'Al voorbij',
  nothingMoreToday: 'Vandaag is er niets meer.',
  untilTime: 'Tot {time}',
  moreDates: { one: 'en nog {count} datum', other: 'en nog {count} data' },
  seriesOnce: 'Elke reeks één keer',
  datesInAll: { one: '{count} datum', other: '{count} data' },
  stateAndTitle: '{state}: {title}',
  earlierThisWeek: 'Eerder deze week',
}
