import Type from 'typebox'
import { readWebUrl } from '../text/address.ts'
import { plainLine } from '../text/html.ts'
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
export type OnlineUrlAudience = (typeof onlineUrlAudiences)[number]

/** The most characters of the reason of a status: a few sentences. */
export const reasonLimit = 500

/** One of some words, in any case; empty values mean the first of them, which is the usual one. */
function oneOf<Word extends string>(words: readonly [Word, ...Word[]], description: string): Parameter<Word> {
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

export const eventStatus = oneOf(
  eventStatuses,
  'Whether the event takes place as it was announced; “cancelled” is accepted for canceled.',
)
export const eventStatusFilter = someOf(
  eventStatuses,
  'Keep events that take place as announced (scheduled), or to which any of these has happened.',
)
export const attendanceMode = oneOf(attendanceModes, 'How people attend: at the place, online, or both.')
export const attendanceModeFilter = someOf(
  attendanceModes,
  'Keep events that are attended in any of these ways.',
)
export const onlineUrlShown = oneOf(
  onlineUrlAudiences,
  'To whom the address online is shown: “public”, or “attendees”: only those who may edit the event read it then.',
)

/** Why an event does not take place as announced, as plain text; empty values clear it. */
export const eventStatusReason = parameter(
  Type.String({
    maxLength: reasonLimit,
    description: 'Why the event does not take place as announced: plain text.',
  }),
  (sent): string | null => {
    if (isEmpty(sent)) return null
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    if (sent.trim().length > reasonLimit)
      throw new Fault(`must have at most ${reasonLimit} characters; it has ${sent.trim().length}`)
    return plainLine(sent.toWellFormed().replaceAll('\0', '')) || null
  },
)

/** The https address at which an event is attended online; empty values clear it. */
export const onlineUrl = parameter(
  Type.String({ format: 'uri', description: 'The https address at which the event is attended online.' }),
  (sent): string | null => {
    if (isEmpty(sent)) return null
    const url = typeof sent === 'string' ? readWebUrl(sent) : undefined
    if (url === undefined || !/^https:/i.test(url))
      throw new Fault(`must be a whole https address like https://meet.example.org/room, not ${quote(sent)}`)
    return url
  },
)
