import { Type, type Static } from 'typebox'
import { questionTypes, registrationModes, registrationStates } from '../../pure/params/guests.ts'

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description })
const wall = (description: string) => orNull(Type.String({ examples: ['2031-03-11 18:00:00'] }), description)
const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }))

const questionRecord = Type.Object({
  key: Type.String({ description: 'By which answers name it.' }),
  label: Type.String(),
  type: Type.Enum([...questionTypes]),
  options: Type.Array(Type.String(), { description: 'Of choice and choices; else empty.' }),
  required: Type.Boolean(),
})

const ofEditors = 'For who may edit the event: '

/** What the record of an event has of who may come. */
export const registrationRecord = Type.Object(
  {
    mode: Type.Enum([...registrationModes], {
      description: 'Whether one gets a place at once, once an editor approves, or registers elsewhere.',
    }),
    state: Type.Enum([...registrationStates], { description: 'How it stands now.' }),
    capacity: orNull(Type.Integer({ minimum: 0 }), 'How many places there are; null: no limit.'),
    remaining: orNull(
      Type.Integer({ minimum: 0 }),
      'How many are left, where these are ten or fewer; else null.',
    ),
    waiting_list: Type.Boolean({ description: 'Whether people stand in line once there is no place.' }),
    party_max: Type.Integer({ minimum: 1, description: 'Most people under one name.' }),
    opens: wall('From when on, in the zone of the event; null: at once.'),
    opens_utc: wall('The same in UTC.'),
    closes: wall('Up to when, in the zone of the event; null: until it begins.'),
    closes_utc: wall('The same in UTC.'),
    url: Type.String({ format: 'uri', description: 'Where one registers.' }),
    opens_before: Type.Optional(
      orNull(Type.Integer(), `${ofEditors}it opens so many minutes before the start.`),
    ),
    closes_before: Type.Optional(
      orNull(Type.Integer(), `${ofEditors}it closes so many minutes before the start.`),
    ),
    offer_hours: count(`${ofEditors}how long an offer stands.`),
    questions: Type.Optional(
      Type.Array(questionRecord, { description: `${ofEditors}what is asked of who registers.` }),
    ),
    consent: Type.Optional(Type.String({ description: `${ofEditors}what one must agree to.` })),
    note: Type.Optional(Type.String({ description: `${ofEditors}a word to who comes.` })),
    reply_to: Type.Optional(Type.String({ description: `${ofEditors}who gets answers to the mails.` })),
    reminder: Type.Optional(
      Type.Boolean({ description: `${ofEditors}whether guests are reminded a day before.` }),
    ),
    taken: count(`${ofEditors}how many people have a place.`),
    waiting: count(`${ofEditors}how many entries stand in line.`),
    requested: count(`${ofEditors}how many entries are to be approved.`),
    arrived: count(`${ofEditors}how many people were seen at the door.`),
    head_count: Type.Optional(orNull(Type.Integer(), `${ofEditors}how many were there in all.`)),
  },
  { description: 'Who may come, and how; absent where nobody registers.' },
)

export type RegistrationRecord = Static<typeof registrationRecord>
