import { Type, type StaticDecode } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { idListOrNone } from '../../pure/params/lists.ts'
import { moment } from '../../pure/params/moments.ts'
import { idOf, page, perPage } from '../../pure/params/numbers.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { choice, plainText, slug } from '../../pure/params/texts.ts'
import { languages } from '../../pure/text/language.ts'
import { cleanIntro } from './letters.intro.ts'
import { filterParam, rhythmParams, within } from './letters.params.ts'

/** The most characters of each text, and the most events of a letter. */
export const limits = { name: 120, description: 300, subject: 150, intro: 20_000, events: 50 } as const

const language = choice(
  languages,
  'The language of what is said around the events; by default that of the site.',
)

/** The parameters of looking at a digest as it would be now. */
export const previewDigestParams = Type.Object({
  filter: Type.Optional(filterParam),
  ...rhythmParams,
  language: Type.Optional(language),
})
export type PreviewDigest = StaticDecode<typeof previewDigestParams>

const name = parameter(
  Type.String({ minLength: 1, maxLength: limits.name, description: 'What it is called.' }),
  (sent): string => {
    const text =
      typeof sent === 'string'
        ? sent
            .replaceAll(/[\s\p{Cc}]+/gu, ' ')
            .trim()
            .toWellFormed()
        : ''
    if (text === '' || text.length > limits.name)
      throw new Fault(`must be a text of 1 to ${limits.name} characters, not ${quote(sent)}`)
    return text
  },
)

const listFields = {
  slug: Type.Optional(slug),
  description: Type.Optional(plainText('What is in its letters, in a sentence or two.', limits.description)),
  public: Type.Optional(flag('Whether visitors may subscribe to it; by default they may.')),
}

/** The parameters of lists of letters. */
export const createListParams = Type.Object({ name, ...listFields })
export type CreateList = StaticDecode<typeof createListParams>
export const updateListParams = Type.Object({ name: Type.Optional(name), ...listFields })
export type UpdateList = StaticDecode<typeof updateListParams>
export const removeListParams = Type.Object({
  force: Type.Optional(
    flag('Whether it goes although people have subscribed to it, which ends these subscriptions.'),
  ),
})
export type RemoveList = StaticDecode<typeof removeListParams>

const subject = parameter(
  Type.String({ maxLength: limits.subject, description: 'What people see first.' }),
  (sent): string => {
    if (isEmpty(sent)) return ''
    const text =
      typeof sent === 'string'
        ? sent
            .replaceAll(/[\s\p{Cc}]+/gu, ' ')
            .trim()
            .toWellFormed()
        : undefined
    if (text === undefined || text.length > limits.subject)
      throw new Fault(`must be a text of at most ${limits.subject} characters, not ${quote(sent)}`)
    return text
  },
)

const intro = parameter(
  Type.String({
    maxLength: limits.intro,
    description: 'The text before its events, as HTML: cleaned as descriptions are, and without pictures.',
  }),
  (sent): string => {
    if (isEmpty(sent)) return ''
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    if (sent.length > limits.intro)
      throw new Fault(`must have at most ${limits.intro} characters; it has ${sent.length}`)
    return cleanIntro(sent.toWellFormed().replaceAll('\0', ''))
  },
)

const events = Type.Optional(
  idListOrNone(`The events that it names, by ID and in order; ${limits.events} at most.`),
)

const texts = {
  subject: Type.Optional(subject),
  intro: Type.Optional(intro),
  events,
}

const letterFields = {
  ...texts,
  language: Type.Optional(choice(languages, 'The language of its texts; by default that of the site.')),
  expires_hours: Type.Optional(
    within(1, 72, 'After how many hours what has not been sent is given up; by default 24.'),
  ),
}

/** The parameters of letters. */
export const createLetterParams = Type.Object({
  list: idOf('The list whose subscribers get it.'),
  ...letterFields,
})
export type CreateLetter = StaticDecode<typeof createLetterParams>
export const updateLetterParams = Type.Object({
  list: Type.Optional(idOf('The list whose subscribers get it.')),
  ...letterFields,
})
export type UpdateLetter = StaticDecode<typeof updateLetterParams>
export const listLettersParams = Type.Object({ page: Type.Optional(page), per_page: Type.Optional(perPage) })
export type ListLetters = StaticDecode<typeof listLettersParams>

/** The parameters of looking at a letter: what is sent stands in the place of what is stored. */
export const previewLetterParams = Type.Object({ ...texts, language: Type.Optional(language) })
export type PreviewLetter = StaticDecode<typeof previewLetterParams>

export const sendLetterParams = Type.Object({
  at: Type.Optional(moment('When it goes out; by default now.')),
})
export type SendLetter = StaticDecode<typeof sendLetterParams>
