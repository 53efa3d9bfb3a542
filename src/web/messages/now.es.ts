import type { Texts } from './catalogue.ts'
import type { nowEn } from './now.en.ts'

/** Spanish. */
export const nowEs: Texts<typeof nowEn> = {
  over: 'Terminado',
  alreadyOver: 'Ya ha terminado',
  nothingMoreToday: 'Hoy ya no hay nada más.',
  untilTime: 'Hasta las {time}',
  moreDates: { one: 'y {count} fecha más', other: 'y {count} fechas más' },
  seriesOnce: 'Cada serie una sola vez',
  datesInAll: { one: '{count} fecha', other: '{count} fechas' },
  stateAndTitle: '{state}: {title}',
  earlierThisWeek: 'Antes, esta semana',
}
