import { Type, type Static } from 'typebox'
import { reportGroups } from './report.params.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const numbers = {
  events: count('How many events took names.'),
  registered: count('How many entries had a place.'),
  people: count('How many people these were.'),
  arrived: count('How many people were seen at the door.'),
  head_count: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description:
      'How many were there in all: as counted, else as many as were seen at the door. Null: nobody has looked.',
  }),
  no_shows: count(
    'How many people with a place did not come, at the events where somebody was seen at the door.',
  ),
  canceled: count('How many entries were cancelled.'),
  waited: count('How many entries stood in line until the end.'),
}

/** How many came, in numbers of events whose guests may be erased long since. */
export const reportRecord = Type.Object({
  group: Type.Enum([...reportGroups], { description: 'What each row is.' }),
  rows: Type.Array(
    Type.Object({
      id: Type.Union([Type.Integer(), Type.Null()], {
        description: 'The ID; null for months, and for events that have none of the kind.',
      }),
      name: Type.String({
        description: 'Its name, or the month as 2031-05; empty for events that have none of the kind.',
      }),
      ...numbers,
    }),
  ),
  total: Type.Object(numbers, { description: 'All events, each counted once.' }),
})

export type ReportRecord = Static<typeof reportRecord>
export type ReportRow = ReportRecord['rows'][number]
