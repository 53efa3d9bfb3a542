import Type from 'typebox'
import { members } from './lists.ts'
import { Fault, isEmpty, type Parameter, parameter, quote } from './parameter.ts'

/** What can happen to an event that was announced. The first is the usual one, which records do not tell. */
export const eventStatuses = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved_online'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** How people attend an event. The first is the usual one, which records do not tell. */
export const attendanceModes = ['in_person', 'online', 'mixed'] as const
export type AttendanceMode = (typeof attendanceModes)[number]

/** To whom the address of an event online is shown: to everybody, or by its editors to those who attend. */
export const onlineUrlAudiences = ['public', 'attendees'] as const

/** The most characters of the reason of a status: a few sentences. */
export const reasonLimit = 500

/** One of some words, in any case; empty values mean the first of them, which is the usual one. */
export function oneOf<Word extends string>(
  words: readonly [Word, ...Word[]],
  description: string,
): Parameter<Word> {
  const [usual] = words
  return parameter(Type.Enum([...words], { description }), (sent): Word =>
    isEmpty(sent) ? usual : wordAmong(words, sent),
  )
}

/** A list of some of the words, at least one. */
export function someOf<Word extends string>(words: readonly Word[], description: string) {
  return parameter(
    Type.Array(Type.Enum([...words]), { description: `${description} A list, or comma-separated.` }),
    (sent): readonly Word[] => {
      const named = members(sent).map((member) => wordAmong(words, member))
      if (named.length === 0) throw new Fault(`must name at least one of ${words.join(', ')}`)
      return [...new Set(named)]
    },
  )
}

function wordAmong<Word extends string>(words: readonly Word[], sent: unknown): Word {
  const text = typeof sent === 'string' ? sent.trim().toLowerCase() : ''
  // Both spellings of the word are right.
  const known = words.find((word) => word === (text === 'cancelled' ? 'canceled' : text))
  if (known === undefined) throw new Fault(`must be one of ${words.join(', ')}, not ${quote(sent)}`)
  return known
}

export const eventStatusFilter = someOf(
  eventStatuses,
  'Keep events that take place as announced (scheduled), or to which any of these has happened.',
)
export const attendanceModeFilter = someOf(
  attendanceModes,
  'Keep events that are attended in any of these ways.',
)
