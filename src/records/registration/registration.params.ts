import { Type } from 'typebox'
import type { DateExpression } from '../../pure/calendar/dateExpression.ts'
import { flag } from '../../pure/params/flags.ts'
import { questionTypes, registrationModes } from '../../pure/params/guests.ts'
import { isObject } from '../../pure/params/lists.ts'
import { moment } from '../../pure/params/moments.ts'
import { wholeNumber } from '../../pure/params/numbers.ts'
import {
  Fault,
  isEmpty,
  parameter,
  type Parameter,
  quote,
  readParameter,
} from '../../pure/params/parameter.ts'
import { choice, email, plainText, website } from '../../pure/params/texts.ts'
import type { Question, Registration } from './registration.row.ts'

/** What limits a registration. */
const limits = {
  capacity: 100_000,
  party: 20,
  before: 525_600,
  offerHours: 168,
  questions: 10,
  label: 200,
  options: 20,
  option: 100,
  text: 500,
} as const

/** A question as it was sent: without a key it gets one. */
export type SentQuestion = Omit<Question, 'key'> & { readonly key?: string | undefined }

/** What was sent of a registration: what was left out stays as it is. */
export interface SentRegistration extends Partial<Omit<Registration, 'opens' | 'closes' | 'questions'>> {
  readonly opens?: DateExpression | null
  readonly closes?: DateExpression | null
  readonly questions?: readonly SentQuestion[]
}

const whole = (least: number, most: number) => (sent: unknown) => {
  const number = wholeNumber(sent)
  if (number === undefined || number < least || number > most)
    throw new Fault(`must be a whole number from ${least} to ${most}, not ${quote(sent)}`)
  return Math.abs(number)
}

const orNull =
  <Value>(read: (sent: unknown) => Value) =>
  (sent: unknown): Value | null =>
    isEmpty(sent) ? null : read(sent)

const as =
  <Value>(declared: Parameter<Value>) =>
  (sent: unknown): Value =>
    // A parameter reads what its type says.
    readParameter(declared, sent) as Value

const textOf = (declared: Parameter<string | null>) => (sent: unknown) => as(declared)(sent) ?? ''

const edge = orNull(as(moment('')))
const minutes = orNull(whole(0, limits.before))
const sentence = textOf(plainText('', limits.text))

/** How each member is read. */
const members = {
  mode: as(choice(registrationModes, '')),
  url: textOf(website('')),
  capacity: orNull(whole(0, limits.capacity)),
  waiting_list: as(flag('')),
  party_max: whole(1, limits.party),
  opens: edge,
  closes: edge,
  opens_before: minutes,
  closes_before: minutes,
  offer_hours: whole(1, limits.offerHours),
  questions: readQuestions,
  consent: sentence,
  note: sentence,
  reply_to: textOf(email('')),
  reminder: as(flag('')),
} as const satisfies { readonly [Name in keyof SentRegistration]: (sent: unknown) => unknown }

/** Members of the record that follow from the others: they may be sent back (D49). */
const readOnly = [
  'state',
  'remaining',
  'opens_utc',
  'closes_utc',
  'taken',
  'waiting',
  'requested',
  'arrived',
  'head_count',
] as const

function readQuestions(sent: unknown): readonly SentQuestion[] {
  if (isEmpty(sent)) return []
  if (!Array.isArray(sent) || sent.length > limits.questions)
    throw new Fault(`must be a list of at most ${limits.questions} questions`)
  const questions = sent.map((one, index) => told(`${index}`, () => readQuestion(one)))
  const keys = questions.flatMap(({ key }) => key ?? [])
  if (new Set(keys).size < keys.length) throw new Fault('must have a key of its own for each question')
  return questions
}

function readQuestion(sent: unknown): SentQuestion {
  if (!isObject(sent)) throw new Fault('must be an object with label and type')
  const unknown = Object.keys(sent).find(
    (name) => !['key', 'label', 'type', 'options', 'required'].includes(name),
  )
  if (unknown !== undefined) throw new Fault(`must have no member ${quote(unknown)}`)
  const { key, type: kind, required = false } = sent
  if (!isEmpty(key ?? null) && !(typeof key === 'string' && /^[a-z0-9_]{1,32}$/.test(key)))
    throw new Fault(`must have a key of 1 to 32 of a–z, 0–9 and _, not ${quote(key)}`)
  const label = told('label', () => as(plainText('', limits.label))(sent['label'] ?? null))
  if (label === null) throw new Fault('must have a label')
  const type = told('type', () => as(choice(questionTypes, ''))(kind))
  const options = told('options', () => readOptions(sent['options'] ?? [], type.startsWith('choice')))
  return {
    ...(typeof key === 'string' && key !== '' ? { key } : {}),
    label,
    type,
    options,
    required: told('required', () => as(flag(''))(required)),
  }
}

function readOptions(sent: unknown, isChoice: boolean): string[] {
  const list = isEmpty(sent) ? [] : sent
  if (!Array.isArray(list)) throw new Fault(`must be a list of texts, not ${quote(sent)}`)
  const options = list.map((one) => as(plainText('', limits.option))(one))
  if (!isChoice && options.length === 0) return []
  if (!isChoice) throw new Fault('go with choice and choices alone')
  if (options.length < 2 || options.length > limits.options || options.includes(null))
    throw new Fault(`must be 2 to ${limits.options} texts`)
  if (new Set(options).size < options.length) throw new Fault('must differ')
  return options.flatMap((one) => one ?? [])
}

/** What the work reads; the sentence of its fault names the member. */
function told<Value>(name: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (error instanceof Fault) throw new Fault(`[${name}] ${error.message}`)
    throw error
  }
}

function readRegistration(sent: unknown): SentRegistration | null {
  if (isEmpty(sent)) return null
  if (!isObject(sent)) throw new Fault(`must be an object, or null, not ${quote(sent)}`)
  const read = Object.entries(sent).flatMap(([name, value]) => {
    if (readOnly.some((each) => each === name)) return []
    if (!(name in members))
      throw new Fault(`must have no member ${quote(name)}: it has ${Object.keys(members).join(', ')}`)
    // The page of the event, as it was read, is no other page.
    if (name === 'url' && typeof value === 'string' && value.endsWith('#register')) return []
    return [[name, told(name, () => members[name as keyof typeof members](value))] as const]
  })
  // Each is read as the type of its member.
  return Object.fromEntries(read) as SentRegistration
}

const minutesBefore = (what: string) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: limits.before }), Type.Null()], {
      description: `${what}, in minutes before the start; the only form that a series takes.`,
    }),
  )
const momentOrNull = (description: string) =>
  Type.Optional(Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description }))

/** The parameter `registration` of events; null takes it away. */
export const registrationParam = (description: string): Parameter<SentRegistration | null> =>
  parameter(
    Type.Object(
      {
        mode: Type.Optional(
          Type.Enum([...registrationModes], {
            description:
              'open: a place at once; approval: an editor approves each; external: elsewhere, at url.',
          }),
        ),
        url: Type.Optional(
          Type.String({ format: 'uri', description: 'Where one registers, with external alone.' }),
        ),
        capacity: Type.Optional(
          Type.Union([Type.Integer({ minimum: 0, maximum: limits.capacity }), Type.Null()], {
            description: 'How many places there are; null: no limit.',
          }),
        ),
        waiting_list: Type.Optional(
          Type.Boolean({ description: 'Whether people stand in line once there is no place.' }),
        ),
        party_max: Type.Optional(
          Type.Integer({ minimum: 1, maximum: limits.party, description: 'Most people under one name.' }),
        ),
        opens: momentOrNull('From when on one can register, in the zone of the event; null: at once.'),
        closes: momentOrNull('Up to when; null: until the event begins.'),
        opens_before: minutesBefore('From when on'),
        closes_before: minutesBefore('Up to when'),
        offer_hours: Type.Optional(
          Type.Integer({ minimum: 1, maximum: limits.offerHours, description: 'How long an offer stands.' }),
        ),
        questions: Type.Optional(
          Type.Array(
            Type.Object({
              key: Type.Optional(Type.String({ pattern: '^[a-z0-9_]{1,32}$' })),
              label: Type.String({ maxLength: limits.label }),
              type: Type.Enum([...questionTypes]),
              options: Type.Optional(Type.Array(Type.String({ maxLength: limits.option }))),
              required: Type.Optional(Type.Boolean()),
            }),
            { maxItems: limits.questions, description: 'What is asked of who registers.' },
          ),
        ),
        consent: Type.Optional(
          Type.String({ maxLength: limits.text, description: 'What one must agree to; empty: nothing.' }),
        ),
        note: Type.Optional(
          Type.String({ maxLength: limits.text, description: 'A word to who comes, in the form and mails.' }),
        ),
        reply_to: Type.Optional(
          Type.String({ format: 'email', description: 'Who gets answers to the mails; never public.' }),
        ),
        reminder: Type.Optional(Type.Boolean({ description: 'Whether guests are reminded a day before.' })),
      },
      { description },
    ),
    readRegistration,
  )
