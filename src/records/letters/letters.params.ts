import { Type, type StaticDecode } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { coversWords, digestFrequencies, remindMinutes } from '../../pure/params/letters.ts'
import { idOf, wholeNumber } from '../../pure/params/numbers.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { address, choice, word } from '../../pure/params/texts.ts'
import { languages } from '../../pure/text/language.ts'
import { longestFilter } from './letters.limits.ts'

/** The list parameters of events that a digest is narrowed by. */
export const filterParam = parameter(
  Type.String({
    maxLength: longestFilter,
    description: 'The list parameters of events, such as categories=music&free=1; empty: all events.',
  }),
  (sent): string => {
    if (isEmpty(sent)) return ''
    if (typeof sent !== 'string' || sent.length > longestFilter)
      throw new Fault(`must be a text of at most ${longestFilter} characters, not ${quote(sent)}`)
    return sent
  },
)

/** A whole number between two. */
export function within(least: number, most: number, description: string) {
  return parameter(Type.Integer({ minimum: least, maximum: most, description }), (sent): number => {
    const number = wholeNumber(sent)
    if (number === undefined || number < least || number > most)
      throw new Fault(`must be a whole number from ${least} to ${most}, not ${quote(sent)}`)
    return number
  })
}

const at = parameter(
  Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description: 'When it is sent, by the clock of the site; by default 10:00.',
  }),
  (sent): string => {
    if (typeof sent === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(sent)) return sent
    throw new Fault(`must be a time of day such as 10:00, not ${quote(sent)}`)
  },
)

const remind = parameter(
  Type.Union([Type.Enum([...remindMinutes]), Type.Null()], {
    description: 'How many minutes before the start one is reminded; null or nothing: not at all.',
  }),
  (sent): number | null => {
    if (isEmpty(sent)) return null
    const minutes = remindMinutes.find((each) => each === wholeNumber(sent))
    if (minutes !== undefined) return minutes
    throw new Fault(`must be one of ${remindMinutes.join(', ')}, not ${quote(sent)}`)
  },
)

/** When a digest comes, and of which days. */
export const rhythmParams = {
  frequency: Type.Optional(choice(digestFrequencies, 'How often it comes; by default weekly.')),
  weekday: Type.Optional(
    within(1, 7, 'Of what comes weekly: on which day, from 1 for Monday to 7; by default 5.'),
  ),
  day: Type.Optional(within(1, 28, 'Of what comes monthly: on which day of the month; by default 1.')),
  at: Type.Optional(at),
  covers: Type.Optional(
    choice(
      coversWords,
      'Of which days it is: with “period”, the default, of all until the next one; with “weekend”, for what comes weekly, of Friday to Sunday.',
    ),
  ),
}

/** The parameters of asking for mails. */
export const subscribeParams = Type.Object({
  email: address('The address that is to be written to; it has to be confirmed.'),
  kind: choice(
    ['digest', 'event', 'list'],
    'What is asked for: a list of events again and again, word of an event, or letters of editors.',
  ),
  filter: Type.Optional(filterParam),
  ...rhythmParams,
  event: Type.Optional(idOf('The public event, for the kind “event”.')),
  scope: Type.Optional(
    choice(['this', 'series'], 'With “series”, all dates of the series of that event; by default this one.'),
  ),
  remind: Type.Optional(remind),
  changes: Type.Optional(flag('Whether one is told when it moves, or does not take place.')),
  list: Type.Optional(word('The public list of letters, by its ID or slug, for the kind “list”.')),
  language: Type.Optional(choice(languages, 'The language of the mails; by default that of the request.')),
})
export type Subscribe = StaticDecode<typeof subscribeParams>
