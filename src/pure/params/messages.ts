import { Type } from 'typebox'
import { Fault, isEmpty, parameter, quote } from './parameter.ts'

/** The most characters of what people tell one another about an event. */
export const longestMessage = 2_000

/** A text of several lines as it was typed, plain, and without what nobody sees. Throws a {@link Fault}. */
export function messageIn(sent: unknown, longest = longestMessage): string {
  if (isEmpty(sent)) return ''
  if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
  if (sent.length > longest) throw new Fault(`must have at most ${longest} characters; it has ${sent.length}`)
  return sent
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
}

/** A plain text that one person writes to another. */
export function message(description: string, longest = longestMessage) {
  return parameter(Type.String({ maxLength: longest, description }), (sent) => messageIn(sent, longest))
}
