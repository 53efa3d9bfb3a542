import { Type, type StaticDecode } from 'typebox'
import { historyKinds } from '../../storage/schema/tables.history.ts'
import { choiceList } from '../../pure/params/texts.ts'
import { wholeNumber } from '../../pure/params/numbers.ts'
import { Fault, parameter, quote } from '../../pure/params/parameter.ts'
import { readToken } from './changes.token.ts'

/** The most changes on a page. */
const mostChanges = 500

/** How long a reader may wait for a change, in seconds: proxies cut off what takes longer than half a minute. */
const longestWait_s = 25

const token = parameter(
  Type.String({
    description:
      'The token to go on from, as the last answer had it under “next”. Without it: today’s token.',
  }),
  (sent) => {
    if (typeof sent !== 'string' || readToken(sent) === undefined)
      throw new Fault(`must be a token of this feed, as an answer has it under “next”, not ${quote(sent)}`)
    return sent
  },
)

function between(least: number, most: number, usual: number, description: string) {
  return parameter(Type.Integer({ minimum: least, maximum: most, default: usual, description }), (sent) => {
    const number = wholeNumber(sent)
    if (number === undefined || number < least || number > most)
      throw new Fault(`must be a whole number from ${least} to ${most}, not ${quote(sent)}`)
    return number
  })
}

const shared = {
  since: Type.Optional(token),
  kinds: Type.Optional(choiceList(historyKinds, 'Only changes of records of these kinds.')),
  include: Type.Optional(
    choiceList(['records'] as const, 'records: with each change the record as it is now.'),
  ),
}

/** The parameters of the feed of changes. */
export const feedParams = Type.Object({
  ...shared,
  limit: Type.Optional(between(1, mostChanges, 100, 'How many changes an answer has at most.')),
  wait: Type.Optional(
    between(0, longestWait_s, 0, 'How long to wait for a change where there is none yet, in seconds.'),
  ),
})
export type ReadFeed = StaticDecode<typeof feedParams>

/** The parameters of the stream of changes. */
export const streamParams = Type.Object(shared)
export type ReadStream = StaticDecode<typeof streamParams>
