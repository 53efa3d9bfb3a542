import { Type } from 'typebox'
import { members } from './lists.ts'
import { Fault, isEmpty, type Parameter, parameter, quote } from './parameter.ts'
import { attendanceModes, eventStatuses } from './words.ts'

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
