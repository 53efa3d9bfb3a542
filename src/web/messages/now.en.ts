import type { Catalogue } from './catalogue.ts'

/** What is over and what runs, and dates of series, in English: other languages follow it. */
export const nowEn = {
  over: 'Over',
  alreadyOver: 'Already over',
  nothingMoreToday: 'Nothing more is on today.',
  untilTime: 'Until {time}',
  moreDates: { one: 'and {count} more date', other: 'and {count} more dates' },
  seriesOnce: 'Each series once',
  datesInAll: { one: '{count} date', other: '{count} dates' },
  stateAndTitle: '{state}: {title}',
  earlierThisWeek: 'Earlier this week',
} as const satisfies Catalogue
