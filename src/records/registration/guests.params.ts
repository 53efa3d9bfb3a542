import { Type, type StaticDecode } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { flag } from '../../pure/params/flags.ts'
import { type GuestState, guestStates } from '../../pure/params/guests.ts'
import { isObject } from '../../pure/params/lists.ts'
import { message, messageIn } from '../../pure/params/messages.ts'
import { page, perPage, wholeNumber } from '../../pure/params/numbers.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { choiceList, email, password, plainText, searchText } from '../../pure/params/texts.ts'
import { languages } from '../../pure/text/language.ts'
import { choice } from '../../pure/params/texts.ts'

const longestName = 100

/** How long what editors write to guests may be. */
const longest = { word: 500, subject: 150, text: 5000 } as const

const name = parameter(
  Type.String({ minLength: 1, maxLength: longestName, description: 'What the guest is called.' }),
  (sent): string => {
    const read =
      typeof sent === 'string'
        ? sent
            .toWellFormed()
            .replaceAll(/\p{Cc}+/gu, ' ')
            .trim()
        : ''
    if (read === '' || read.length > longestName)
      throw new Fault(`must be a text of 1 to ${longestName} characters, not ${quote(sent)}`)
    return read
  },
)

const party = parameter(
  Type.Integer({ minimum: 1, description: 'How many come, the guest included; by default 1.' }),
  (sent): number => {
    const number = isEmpty(sent) ? 1 : wholeNumber(sent)
    if (number === undefined || number < 1 || number > 100_000)
      throw new Fault(`must be a whole number of 1 or more, not ${quote(sent)}`)
    return number
  },
)

/** Answers as they were sent, by the key of the question: what they must be like is said by the event. */
const answers = parameter(
  byAnyName(Type.Unknown(), { description: 'The answers, by the key of the question.' }),
  (sent): Readonly<Record<string, unknown>> => {
    if (isEmpty(sent)) return {}
    if (!isObject(sent)) throw new Fault(`must be an object of answers by key, not ${quote(sent)}`)
    return sent
  },
)

const mail = email('The address of the guest; needed where this calendar sends mail.')

/** The parameters of registering. */
export const registerParams = Type.Object({
  name,
  email: Type.Optional(mail),
  party: Type.Optional(party),
  answers: Type.Optional(answers),
  consent: Type.Optional(flag('That the guest agrees to what the event asks for.')),
  language: Type.Optional(choice(languages, 'The language of the mails.')),
  website: Type.Optional(
    parameter(Type.String({ description: 'Must be empty: people do not see it.' }), (sent) => !isEmpty(sent)),
  ),
  password: Type.Optional(password('The password of the event.')),
  force: Type.Optional(flag('For who may edit the event: also beyond the places, and outside the times.')),
  mail: Type.Optional(flag('For who may edit the event: whether the guest gets a mail about it.')),
})
export type Register = StaticDecode<typeof registerParams>

/** The parameters of the list of guests. */
export const listGuestsParams = Type.Object({
  state: Type.Optional(
    choiceList<GuestState>(guestStates, 'Those in any of these states; by default live ones.'),
  ),
  search: Type.Optional(searchText('Those in whose name, address or code this occurs.')),
  arrived: Type.Optional(flag('Those that have arrived (true), or have not (false).')),
  fields: Type.Optional(
    choice(['all', 'door'], 'door: only what phones at the door need, of many at once; by default all.'),
  ),
  orderby: Type.Optional(choice(['number', 'name'], 'In which order; by default that in which they came.')),
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
})
export type ListGuests = StaticDecode<typeof listGuestsParams>

/** The parameters of changing a guest. */
export const changeGuestParams = Type.Object({
  name: Type.Optional(name),
  email: Type.Optional(mail),
  party: Type.Optional(party),
  answers: Type.Optional(answers),
  note: Type.Optional(plainText('What editors note of them.', 1000)),
  call: Type.Optional(flag('Whether they are to be called; false once they were.')),
  force: Type.Optional(flag('Whether a larger party is taken beyond the places.')),
})
export type ChangeGuest = StaticDecode<typeof changeGuestParams>

/** The parameters of what is decided of a guest. */
export const decideGuestParams = Type.Object({
  message: Type.Optional(
    message('A word to the guest, which goes into the mail that tells them.', longest.word),
  ),
  force: Type.Optional(flag('Whether it is done beyond the places.')),
})
export type DecideGuest = StaticDecode<typeof decideGuestParams>

const written = (description: string, most: number) =>
  parameter(Type.String({ minLength: 1, maxLength: most, description }), (sent): string => {
    const text = messageIn(sent, most)
    if (text === '') throw new Fault('must be given')
    return text
  })

/** The parameters of writing to all guests. */
export const writeToGuestsParams = Type.Object({
  subject: written('What the mails are about.', longest.subject),
  text: written('What they say, plain.', longest.text),
  states: Type.Optional(
    choiceList<GuestState>(guestStates, 'Whom: those in any of these states; by default those with a place.'),
  ),
})
export type WriteToGuests = StaticDecode<typeof writeToGuestsParams>
