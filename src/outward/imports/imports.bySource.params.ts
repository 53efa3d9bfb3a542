import { Type, type StaticDecode } from 'typebox'
import { Fault, parameter } from '../../pure/params/parameter.ts'

/** The longest name of a source and the longest key, in bytes: together they fit into an index of either database. */
const longestSource = 400
const longestKey = 2_000

/** What another system calls an event, in an address. */
export const bySourceParams = Type.Object({
  source: name(
    longestSource,
    'The name of the other system, such as “crm”; that of an import joins what it has brought.',
  ),
  key: name(longestKey, 'What the other system calls the event.'),
})
export type BySource = StaticDecode<typeof bySourceParams>

function name(longest: number, description: string) {
  return parameter(Type.String({ minLength: 1, maxLength: longest, description }), (sent) => {
    const text = String(sent)
    if (text.trim() === '') throw new Fault('must hold more than blanks')
    if (/\p{Cc}/u.test(text)) throw new Fault('must not hold control characters')
    if (Buffer.byteLength(text) > longest) throw new Fault(`must have at most ${longest} bytes`)
    return text
  })
}
