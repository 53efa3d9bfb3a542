import type { Messages } from './messages/catalogue.ts'

/** What the widget says: of the texts of pages, those that it needs. */
export const widgetTexts = [
  'views',
  'list',
  'month',
  'today',
  'featured',
  'upcoming',
  'results',
  'nothingPlanned',
  'nothingPlannedHint',
  'nothingThen',
  'showMore',
  'allDay',
  'moreThatDay',
  'previousMonth',
  'nextMonth',
  'loadingEvents',
  'calendarUnreachable',
  'calendarUnreachableHint',
  'tryAgain',
  'close',
  'wholeCalendar',
] as const satisfies readonly (keyof Messages)[]

/** These texts in one language. */
export type WidgetMessages = Pick<Messages, (typeof widgetTexts)[number]>
