import { Type, type Static } from 'typebox'
import { letterStates } from '../../pure/params/letters.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const moment = (description: string) => Type.String({ format: 'date-time', description })
const orNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

/** A list of letters, on the wire. */
export const letterListRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the list.' }),
  name: Type.String({ description: 'What it is called.' }),
  slug: Type.String({ description: 'The last part of the address of its page.' }),
  description: Type.String({ description: 'What is in its letters.' }),
  public: Type.Boolean({ description: 'Whether visitors may subscribe to it.' }),
  subscribers: count('How many have subscribed to it.'),
  url: Type.String({ format: 'uri', description: 'The page where one subscribes to it.' }),
})
export type LetterListView = Static<typeof letterListRecord>

/** A letter, on the wire. */
export const letterRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the letter.' }),
  list: Type.Integer({ description: 'The list whose subscribers get it.' }),
  subject: Type.String({ description: 'What people see first.' }),
  intro: Type.String({ description: 'The text before its events, as HTML.' }),
  events: Type.Array(Type.Integer(), { description: 'The events that it names, in order.' }),
  language: Type.String({ description: 'The language of its texts; empty for that of the site.' }),
  expires_hours: Type.Integer({ description: 'After how many hours what has not been sent is given up.' }),
  state: Type.Enum([...letterStates], { description: 'What has become of it.' }),
  send_at: orNull('When it goes or went out, in UTC; null for a draft.'),
  counts: Type.Object(
    {
      recipients: count('To how many it goes.'),
      sent: count('How many the mail server has taken.'),
      waiting: count('How many are still to go.'),
      refused: count('How many the mail server has refused.'),
      late: count('How many were given up because it was too late.'),
    },
    { description: 'How it goes; all 0 before it is sent.' },
  ),
  author: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Who has written it; null where they are gone.',
  }),
  created: moment('When it was begun, in UTC.'),
  modified: moment('When it was changed last, in UTC.'),
})
export type LetterView = Static<typeof letterRecord>

const mailMembers = {
  subject: Type.String({ description: 'Its subject.' }),
  text: Type.String({ description: 'Its plain text.' }),
  html: Type.String({ description: 'Its HTML.' }),
}
const bytes = count('How many bytes its HTML has.')

const digestPreviewRecord = Type.Object({
  ...mailMembers,
  events: count('How many events there are; of none no mail is made, and the texts are empty.'),
  from: Type.String({ format: 'date', description: 'The first day that it is about.' }),
  until: Type.String({ format: 'date', description: 'The last one.' }),
  bytes,
})

const letterPreviewRecord = Type.Object({
  ...mailMembers,
  bytes,
  left_out: Type.Array(Type.Integer(), {
    description:
      'The events that are not in it: they are not public now, or there is no room for them in a mail.',
  }),
})

/** The records of editors’ letters, by their names in the document. */
export const letterSchemas = {
  LetterAudience: letterListRecord,
  LetterAudienceList: Type.Object({
    lists: Type.Array(letterListRecord, { description: 'All of them, by name.' }),
    total: count('How many there are.'),
  }),
  Letter: letterRecord,
  LetterList: Type.Object({
    letters: Type.Array(letterRecord, { description: 'The newest first.' }),
    rest_url: Type.String({ format: 'uri' }),
    next_rest_url: Type.Optional(Type.String({ format: 'uri' })),
    previous_rest_url: Type.Optional(Type.String({ format: 'uri' })),
    total: count('How many there are.'),
    total_pages: count('How many pages there are.'),
  }),
  DigestPreview: digestPreviewRecord,
  LetterPreview: letterPreviewRecord,
  LetterTest: Type.Object({ to: Type.String({ description: 'Where it was sent.' }) }),
}
