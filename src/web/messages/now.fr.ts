import type { Texts } from './catalogue.ts'
import type { nowEn } from './now.en.ts'

/** French. */
export const nowFr: Texts<typeof nowEn> = {
  over: 'Terminé',
  alreadyOver: 'Déjà terminé',
  nothingMoreToday: 'Plus rien aujourd’hui.',
  untilTime: 'Jusqu’à {time}',
  moreDates: { one: 'et {count} autre date', other: 'et {count} autres dates' },
  seriesOnce: 'Chaque série une seule fois',
  datesInAll: { one: '{count} date', other: '{count} dates' },
  stateAndTitle: '{state} : {title}',
  earlierThisWeek: 'Plus tôt cette semaine',
}
