import { Type, type StaticDecode } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { submissionKinds, submissionStates } from '../../pure/params/submissions.ts'
import { flag } from '../../pure/params/flags.ts'
import { isObject } from '../../pure/params/lists.ts'
import { longestMessage, message, messageIn } from '../../pure/params/messages.ts'
import { idOf, page, perPage } from '../../pure/params/numbers.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { proposable } from './submissions.proposable.ts'
import { address, choice, choiceList, email, line } from '../../pure/params/texts.ts'
import { languages } from '../../pure/text/language.ts'

/** Why something is rejected. */
const reasons = ['duplicate', 'not_public', 'elsewhere', 'advertising', 'incomplete', 'other'] as const

/** Values by the names of fields. */
export type Fields = Readonly<Record<string, unknown>>

const proposedFields = parameter(
  byAnyName(Type.Unknown(), {
    description: `The fields of the new event, or those that change, as events take them: ${proposable.join(', ')}; of a new one also recurrence. As an object, in forms also as its JSON.`,
  }),
  (sent): Fields => {
    if (isEmpty(sent)) return {}
    const read = typeof sent === 'string' ? jsonIn(sent) : sent
    if (!isObject(read)) throw new Fault(`must be an object of fields by name, not ${quote(sent)}`)
    return read
  },
)

/** A form with a picture has the fields as text. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const createSubmissionParams = Type.Object({
  kind: choice(
    submissionKinds,
    'What is proposed: a new event, a change of one, or a report of a mistake in one.',
  ),
  event: Type.Optional(idOf('The event that is to change, or that something is wrong with.')),
  fields: Type.Optional(proposedFields),
  email: Type.Optional(
    email(
      'Where the answer goes. Needed from those who have not signed in; of others it is that of their account.',
    ),
  ),
  name: Type.Optional(line('Who proposes it.')),
  note: Type.Optional(message('What editors should know; of a report, what is wrong.')),
  language: Type.Optional(
    choice(languages, 'The language of mails to the sender; by default that of the site.'),
  ),
  alt_text: Type.Optional(line('What the picture shows that is sent along as a file.')),
})
export type CreateSubmission = StaticDecode<typeof createSubmissionParams>

export const listSubmissionsParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  state: Type.Optional(
    choiceList(submissionStates, 'Keep those that stand so; without, those that wait or were asked about.'),
  ),
  kind: Type.Optional(choiceList(submissionKinds, 'Keep those of these kinds.')),
})
export type ListSubmissions = StaticDecode<typeof listSubmissionsParams>

const toTake = parameter(
  Type.Unsafe<unknown>({
    description:
      'The names of the fields that are taken, or an object of fields with their values as edited. Without it, all of them.',
  }),
  (sent): readonly string[] | Fields | undefined => {
    if (isEmpty(sent)) return undefined
    const list = typeof sent === 'string' ? sent.split(',').map((name) => name.trim()) : sent
    if (isObject(list)) return list
    if (Array.isArray(list) && list.every((name) => typeof name === 'string')) return list
    throw new Fault(`must be names of fields, or an object of fields, not ${quote(sent)}`)
  },
)

const seenAs = parameter(
  Type.String({
    format: 'date-time',
    description:
      'The member “changed” of the submission as whoever decides has seen it: it is refused if the sender has changed it since.',
  }),
  (sent): EpochSeconds => {
    try {
      return Math.floor(Temporal.Instant.from(String(sent)).epochMilliseconds / 1000)
    } catch {
      throw new Fault(`must be a moment like 2031-03-11T09:30:00Z, not ${quote(sent)}`)
    }
  },
)

export const acceptParams = Type.Object({
  fields: Type.Optional(toTake),
  message: Type.Optional(message('What is said to the sender beside it.')),
  trust: Type.Optional(
    flag(
      'Whether what the sender proposes from now on is published once they have confirmed it; takes three accepted proposals.',
    ),
  ),
  changed: Type.Optional(seenAs),
})
export type Accept = StaticDecode<typeof acceptParams>

export const askParams = Type.Object({
  message: parameter(
    Type.String({ minLength: 1, maxLength: longestMessage, description: 'The question.' }),
    (sent) => {
      const text = messageIn(sent)
      if (text === '') throw new Fault('must be a question, and holds nothing')
      return text
    },
  ),
})
export type AskSender = StaticDecode<typeof askParams>

export const rejectParams = Type.Object({
  reason: choice(reasons, 'Why: the sender is told in their language.'),
  message: Type.Optional(message('What is said to the sender beside it.')),
})
export type Reject = StaticDecode<typeof rejectParams>

export const spamParams = Type.Object({
  block: Type.Optional(
    flag(
      'Whether what the sender proposes from now on is taken for spam as well, until something of theirs is accepted.',
    ),
  ),
})
export type Spam = StaticDecode<typeof spamParams>

export const eraseParams = Type.Object({
  email: address('The address of which everything is removed that was proposed under it.'),
})
export type Erase = StaticDecode<typeof eraseParams>
