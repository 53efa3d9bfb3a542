import Type from 'typebox'
import type { EventRecord } from '../events/events.record.ts'
import { toldEvent } from './mcp.events.view.ts'
import { id, text, yes } from './mcp.fields.ts'
import { type Assistance, tool } from './mcp.tool.ts'

const fields = {
  description: Type.Optional(
    Type.String({ description: 'What it is about; HTML is cleaned.', maxLength: 100_000 }),
  ),
  timezone: text('The time zone, such as Europe/Berlin; by default that of the site.'),
  all_day: yes('Whether it lasts all day.'),
  venue: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 1 }),
        Type.Object({
          venue: Type.String(),
          city: Type.Optional(Type.String()),
          address: Type.Optional(Type.String()),
        }),
      ],
      {
        description: 'The ID of the venue, or {"venue": name, "city": …} for a new one.',
      },
    ),
  ),
  organizer: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Object({ organizer: Type.String() })], {
      description: 'The ID of the organizer, or {"organizer": name} for a new one.',
    }),
  ),
  categories: Type.Optional(Type.Array(Type.String(), { description: 'Categories, by name, slug or ID.' })),
  tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags, by name, slug or ID.' })),
  cost: text('What it costs, such as “12 €” or “Free”.'),
  website: text('The website of the event.'),
  online_url: text('Where it is attended online.'),
  attendance_mode: Type.Optional(Type.Enum(['in_person', 'online', 'mixed'])),
  status: Type.Optional(
    Type.Enum(['publish', 'draft', 'pending', 'private'], {
      description: 'By default it is published, or waits for approval where the right to publish is missing.',
    }),
  ),
}

const scoped = {
  scope: Type.Optional(
    Type.Enum(['this', 'following', 'all'], {
      description:
        'Of an event that repeats: this date (the default), this and the following ones, or all to come.',
    }),
  ),
  dry_run: yes('Only tell what would change, and change nothing.'),
}

/** Makes an event, or a series. */
export const createEvent = tool({
  name: 'create_event',
  title: 'Create an event',
  description: 'Creates an event; with a recurrence, a series. Look with find_similar_events first.',
  input: {
    title: Type.String({ description: 'The title.', minLength: 1, maxLength: 2000 }),
    start_date: Type.String({ description: 'The start, such as 2031-05-01 20:00.', maxLength: 200 }),
    end_date: Type.String({ description: 'The end, such as 2031-05-01 22:00.', maxLength: 200 }),
    ...fields,
    recurrence: text('How it repeats, as iCalendar writes it: RRULE:FREQ=WEEKLY;BYDAY=TU.'),
  },
  writes: true,
  run: async (given, { ask }) => {
    const { body } = await ask({ method: 'POST', resource: '/events', params: given })
    return toldEvent(body as EventRecord, 'Created:')
  },
})

/** Changes an event, or several of a series. */
export const updateEvent = tool({
  name: 'update_event',
  title: 'Change an event',
  description: 'Changes what is given of an event, and leaves the rest.',
  input: {
    id: id('The ID of the event.'),
    title: text('The new title.'),
    start_date: text('The new start.'),
    end_date: text('The new end.'),
    ...fields,
    ...scoped,
  },
  writes: true,
  run: async ({ id: number, ...params }, assistance) => changed(assistance, number, params, 'Changed:'),
})

/** Says that an event does not take place. */
export const cancelEvent = tool({
  name: 'cancel_event',
  title: 'Cancel an event',
  description: 'Says of an event that it does not take place. It stays in the calendar, marked as cancelled.',
  input: { id: id('The ID of the event.'), reason: text('Why, in a sentence for readers.'), ...scoped },
  writes: true,
  sentAs: { reason: 'event_status_reason' },
  run: async ({ id: number, reason, ...params }, assistance) =>
    changed(
      assistance,
      number,
      { event_status: 'canceled', ...(reason ? { event_status_reason: reason } : {}), ...params },
      'Cancelled:',
    ),
})

/** What a change of several dates says of them. */
const outcomes = ['changed', 'created', 'removed', 'kept'] as const
type Applied = Readonly<Record<(typeof outcomes)[number], readonly unknown[]>>

/** How many dates of each kind are named. */
const mostNamed = 50

/** How many dates there are of each kind, and the first of them: of a series there may be hundreds. */
function appliedTo(applied: Applied) {
  const counts = outcomes.map((name) => `${applied[name].length} ${name}`).join(', ')
  const of = <Value>(value: (name: (typeof outcomes)[number]) => Value) =>
    Object.fromEntries(outcomes.map((name) => [name, value(name)]))
  return {
    counts,
    data: { ...of((name) => applied[name].slice(0, mostNamed)), totals: of((name) => applied[name].length) },
  }
}

async function changed(
  { ask }: Assistance,
  number: number,
  params: Readonly<Record<string, unknown>>,
  head: string,
) {
  const { body } = await ask({
    method: 'PUT',
    resource: '/events/{id}',
    path: { id: String(number) },
    params,
  })
  if (params['dry_run'] === true) {
    const { counts, data } = appliedTo(body as Applied)
    return {
      text: `Nothing was written. It would be: ${counts}.`,
      data: { dry_run: true, ...data },
    }
  }
  const record = body as EventRecord & { readonly applied?: Applied }
  const told = toldEvent(record, head)
  if (!record.applied) return told
  const { counts, data } = appliedTo(record.applied)
  return { text: `${told.text}\nDates: ${counts}.`, data: { ...told.data, applied: data } }
}
