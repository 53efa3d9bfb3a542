import type { Messages } from '../../pure/locale/messages.ts'

/** The texts of pages that the widget needs. */
export const widgetTexts = [
  'views',
  'list',
  'month',
  'today',
  'tomorrow',
  'free',
  'nextEvent',
  'featured',
  'upcoming',
  'results',
  'nothingFound',
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
  'notInCalendar',
  'tryAgain',
  'close',
  'wholeCalendar',
  'mailBy',
  'canceled',
  'postponed',
  'rescheduled',
  'moved_online',
  'placesFew',
  'placesWaiting',
  'placesNone',
] as const satisfies readonly (keyof Messages)[]

/** These texts in one language. */
export type WidgetMessages = Pick<Messages, (typeof widgetTexts)[number]>
