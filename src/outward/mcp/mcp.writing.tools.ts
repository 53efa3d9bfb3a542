import { happens, reasonField } from '../../fields/happening.ts'
import { Type } from 'typebox'
import type { EventRecord } from '../../records/events/events.record.ts'
import { id, text } from './mcp.fields.ts'
import { writtenOut } from './mcp.outputs.ts'
import { tool } from './mcp.tool.ts'
import { asSent, daysAlone, fields, recurrence, scoped } from './mcp.writing.fields.ts'
import { changed, written } from './mcp.written.ts'

/** Makes an event, or a series. */
export const createEvent = tool({
  name: 'create_event',
  title: 'Create an event',
  description: 'Creates an event; with a recurrence, a series. Look with find_similar_events first.',
  input: {
    title: Type.String({ description: 'The title.', minLength: 1, maxLength: 2000 }),
    start_date: Type.String({
      description: `The start, such as 2031-05-01 20:00. ${daysAlone}`,
      maxLength: 200,
    }),
    end_date: Type.String({ description: 'The end, such as 2031-05-01 22:00.', maxLength: 200 }),
    ...fields,
    recurrence: recurrence('How it repeats'),
  },
  output: writtenOut,
  writes: true,
  own: 'values',
  run: async (given, assistance) => {
    const { body } = await assistance.ask({ method: 'POST', resource: '/events', params: asSent(given) })
    return written(assistance, body as EventRecord, { head: 'Created:', areNew: true })
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
    start_date: text(`The new start. ${daysAlone}`),
    end_date: text('The new end.'),
    ...fields,
    recurrence: recurrence(
      'How it repeats from now on, with the scope that is meant; a single event becomes a series',
    ),
    ...scoped,
  },
  output: writtenOut,
  writes: true,
  own: 'values',
  run: async ({ id: event, ...params }, assistance) => changed(assistance, event, asSent(params), 'Changed:'),
})

/** Says that an event does not take place. */
export const cancelEvent = tool({
  name: 'cancel_event',
  title: 'Cancel an event',
  description: 'Says of an event that it does not take place. It stays in the calendar, marked as cancelled.',
  output: writtenOut,
  input: { id: id('The ID of the event.'), reason: text('Why, in a sentence for readers.'), ...scoped },
  writes: true,
  sentAs: { reason: reasonField },
  run: async ({ id: event, reason, ...params }, assistance) =>
    changed(assistance, event, { ...happens('canceled', reason || undefined), ...params }, 'Cancelled:'),
})
