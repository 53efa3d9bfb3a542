import { Type, type Static } from 'typebox'

const moment = (description: string) => Type.String({ format: 'date-time', description })
const momentOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

/** How mail stands. To whom mails go and what they say is told to nobody. */
export const mailsRecord = Type.Object(
  {
    set: Type.Boolean({
      description: 'Whether mails are sent: links are shown to who makes them otherwise.',
    }),
    waiting: Type.Integer({ description: 'How many wait.' }),
    last_sent: momentOrNull('When the last one was handed over; null where none was.'),
    mails: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'The ID of the mail.' }),
        kind: Type.String({ description: 'What it is about.', examples: ['invitation'] }),
        state: Type.Enum(['waiting', 'given_up'], { description: 'Whether it will be tried again.' }),
        created: moment('When it was written.'),
        attempts: Type.Integer({ description: 'How often it was tried.' }),
        next_try: momentOrNull('When it is tried again.'),
        failed: momentOrNull('When it was given up.'),
        fault: Type.Union([Type.String(), Type.Null()], { description: 'Why the last attempt failed.' }),
      }),
      { description: 'Those that wait or were given up, the newest first; a hundred at most.' },
    ),
  },
  { description: 'The mails that have not been sent.' },
)
export type MailsRecord = Static<typeof mailsRecord>

/** What a test of mail is answered with. */
export const mailTestRecord = Type.Object(
  {
    to: Type.String({ description: 'The address that it was sent to.' }),
    said: Type.String({ description: 'What the server has said, or the file that it was written to.' }),
  },
  { description: 'A mail that was handed over.' },
)
