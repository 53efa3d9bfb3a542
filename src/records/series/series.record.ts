import { Type, type Static } from 'typebox'

const text = (description: string) => Type.String({ description })
const wall = (description: string) => Type.String({ description, examples: ['2031-03-11 18:00:00'] })
const url = (description: string) => Type.String({ format: 'uri', description })

const neighbour = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

/** A series on the wire. */
export const seriesRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the series.' }),
  title: text('The title, rendered.'),
  recurrence: Type.Array(Type.String(), {
    description: 'The lines of its recurrence (RFC 5545), on its own clock.',
  }),
  text: text('The recurrence in words; empty where there are none for it.'),
  timezone: text('The time zone as it was given.'),
  all_day: Type.Boolean({ description: 'Whether its dates last all day.' }),
  start_date: wall('The start of its first date, in its zone.'),
  duration: Type.Integer({ description: 'How long a date lasts: in seconds, or of whole days in days.' }),
  next: Type.Union([wall('The start of its next date.'), Type.Null()], {
    description: 'null: there is none.',
  }),
  occurrences: Type.Integer({ description: 'How many dates it has, as far as they are laid out.' }),
  upcoming: Type.Integer({ description: 'How many of them are to come.' }),
  changed: Type.Integer({ description: 'How many of them were changed by themselves.' }),
  until: Type.Union([wall('The start of its last date.'), Type.Null()], {
    description: 'null: it has no end.',
  }),
  url: url('The page with all of its dates.'),
  rest_url: url('The series in this service.'),
  events_url: url('Its dates in this service.'),
  continues: neighbour(
    'The ID of the series that it goes on from, since “this and following” has split that one.',
  ),
  continued_by: neighbour('The ID of the series that goes on from it.'),
})
export type SeriesRecord = Static<typeof seriesRecord>

/** What a change of several dates does or would do. */
export const appliedRecord = Type.Object({
  changed: Type.Array(Type.Integer(), { description: 'The events that are changed.' }),
  created: Type.Array(Type.String(), { description: 'The dates that get an event.' }),
  removed: Type.Array(Type.Integer(), { description: 'The events whose date is no more.' }),
  kept: Type.Array(Type.Integer(), {
    description: 'The events that stay, as single events: they were changed by themselves.',
  }),
  held: Type.Optional(
    Type.Array(Type.Integer(), {
      description:
        'Of the changed events those that keep fields which were sent, as these were changed on them alone; override overwrites them. Absent for none.',
    }),
  ),
})

/** What a recurrence would give. */
export const previewRecord = Type.Object({
  start_date: wall('The start of the first date.'),
  end_date: wall('Its end.'),
  all_day: Type.Boolean({ description: 'Whether the dates last all day.' }),
  timezone: text('The time zone in which they are.'),
  recurrence: Type.Array(Type.String(), {
    description:
      'The lines of the recurrence (RFC 5545); none for a single date. An event is made of these five as they are.',
  }),
  dates: Type.Array(Type.Object({ start_date: wall('The start.'), end_date: wall('The end.') }), {
    description: 'The first dates, at most fifty.',
  }),
  total: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How many there are; null without an end.',
  }),
  text: text('The recurrence in words, in the language that was asked for; empty for a single date.'),
  skipped: Type.Array(Type.String(), { description: 'Dates that the rule gives and EXDATE takes away.' }),
  clashes: Type.Array(
    Type.Object({
      start_date: wall('The date that meets another event.'),
      id: Type.Integer({ description: 'The other event.' }),
      title: text('Its title, rendered.'),
      from: wall('When it starts, in the zone of the series.'),
      until: wall('When it ends.'),
    }),
    { description: 'Other events that take place at the venue at the same time.' },
  ),
})
