import { Type } from 'typebox'
import { wpClassList } from '../../http/wp.record.ts'

const text = (description: string) => Type.String({ description })
const wall = (description: string) => Type.String({ description, examples: ['2031-03-11 18:00:00'] })
const ids = (description: string) => Type.Array(Type.Integer(), { description })
/** Wire: a flag is null for those who lack the event’s password. */
const flag = (description: string) => Type.Union([Type.Boolean(), Type.Null()], { description })
const nothing = Type.Null({ description: 'Always null: it depends on the view of the original.' })

/** A moment as PHP writes it. */
export const tecDateRecord = Type.Object({
  date: Type.String({ description: 'The wall clock.', examples: ['2031-03-11 18:00:00.000000'] }),
  timezone_type: Type.Integer({ description: '1 for an offset, 3 for the name of a zone.' }),
  timezone: text('The zone of that clock.'),
})

/** The edges of an event in several zones. */
export const tecDatesRecord = Type.Object({
  start: tecDateRecord,
  start_utc: tecDateRecord,
  start_site: tecDateRecord,
  start_display: tecDateRecord,
  end: tecDateRecord,
  end_utc: tecDateRecord,
  end_site: tecDateRecord,
  end_display: tecDateRecord,
})

/** The members of an event after the common ones, but for what else is within it, in order. */
export const tecEventOwn = {
  tags: ids('The IDs of the tags, by name.'),
  tribe_events_cat: ids('The IDs of the categories, by name.'),
  class_list: wpClassList,
  start_date: wall('The start, in the zone of the event.'),
  start_date_utc: wall('The start in UTC.'),
  end_date: wall('The end, in the zone of the event.'),
  end_date_utc: wall('The end in UTC.'),
  dates: tecDatesRecord,
  timezone: text('The zone of the event.'),
  duration: Type.Union([Type.String(), Type.Integer()], {
    description: 'The length in seconds, as text; 0 where the end is the start.',
  }),
  multiday: Type.Union([Type.Boolean(), Type.Integer(), Type.Null()], {
    description: 'The number of days, or false for one.',
  }),
  is_past: flag('Whether it has started.'),
  is_now: flag('Whether it has started and not ended.'),
  all_day: flag('Whether it lasts all day.'),
  starts_this_week: nothing,
  ends_this_week: nothing,
  this_week_duration: nothing,
  happens_this_week: nothing,
  displays_on: Type.Array(Type.Unknown(), { maxItems: 0, description: 'Always empty.' }),
  featured: flag('Whether it is featured.'),
  sticky: flag('Whether it is pinned in calendar views.'),
  cost: text('The cost, formatted.'),
  organizer_names: Type.Array(Type.String(), { description: 'The names of the organizers.' }),
  organizers: Type.Array(Type.Ref('Organizer')),
  venues: Type.Array(Type.Ref('Venue')),
  schedule_details: text('When it takes place, as HTML.'),
  short_schedule_details: text('The same, without the date where it starts and ends on one.'),
}
