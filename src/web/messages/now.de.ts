import type { Texts } from './catalogue.ts'
import type { nowEn } from './now.en.ts'

/** German. */
export const nowDe: Texts<typeof nowEn> = {
  over: 'Vorbei',
  alreadyOver: 'Schon vorbei',
  nothingMoreToday: 'Heute ist nichts mehr.',
  untilTime: 'Bis {time}',
  moreDates: { one: 'und {count} weiterer Termin', other: 'und {count} weitere Termine' },
  seriesOnce: 'Jede Reihe einmal',
  datesInAll: { one: '{count} Termin', other: '{count} Termine' },
  stateAndTitle: '{state}: {title}',
  earlierThisWeek: 'Früher in dieser Woche',
}
