import type { Texts } from './catalogue.ts'
import type { nowEn } from './now.en.ts'

/** Portuguese. */
export const nowPt: Texts<typeof nowEn> = {
  over: 'Terminado',
  alreadyOver: 'Já terminaram',
  nothingMoreToday: 'Hoje não há mais nada.',
  untilTime: 'Até às {time}',
  moreDates: { one: 'e mais {count} data', other: 'e mais {count} datas' },
  seriesOnce: 'Cada série uma só vez',
  datesInAll: { one: '{count} data', other: '{count} datas' },
  stateAndTitle: '{state}: {title}',
  earlierThisWeek: 'Antes, esta semana',
}
