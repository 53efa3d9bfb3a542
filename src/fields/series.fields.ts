import { declare } from './declare.ts'
import { html, json, moment, number, text } from './field.ts'
import { author } from './posts.fields.ts'
import { eventFields } from './events.fields.ts'

const { timezone, all_day, password } = eventFields.fields

/** The fields of a series: its own, as far as the history keeps them. What its dates get, they have from its template. */
export const seriesFields = declare('series', {
  title: html('The title of its dates.', { byHand: true }),
  start_date: moment('The start of its first date.', { byHand: true, column: 'start_wall', shape: 'text' }),
  timezone,
  all_day,
  duration: number('How long a date lasts: in seconds, or of whole days in days.', { byHand: true }),
  recurrence: json('How it repeats: lines of iCalendar.', {
    byHand: true,
    shape: 'list',
    beside: { rule_from: 'text' },
  }),
  author,
  template: json('What its dates get beside their times.', { byHand: true, hidden: true }),
  laid_until: text('Up to when its dates are laid out.', {
    byHand: true,
    unit: 'recurrence',
    hidden: true,
    soft: true,
  }),
  password,
})
