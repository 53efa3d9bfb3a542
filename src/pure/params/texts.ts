import { Type } from 'typebox'
import { cleanContent, cleanHtml, plainLine, stripTags } from '../text/html.ts'
import { anEmail, isEmail, readWebUrl } from '../text/address.ts'
import { isObject, listOf } from './lists.ts'
import {
  cannotBeEmpty,
  Fault,
  isEmpty,
  notNull,
  type Parameter,
  parameter,
  quote,
  readOtherwise,
  readParameter,
} from './parameter.ts'

/** The most characters a text may have: a long novel's chapter, far beyond any event, and cheap to render. */
export const textLimit = 200_000

/** The most characters of a title, a name or a one-line text. */
const lineLimit = 2_000

/** A text that cannot be empty: titles and names. The caller refuses blank ones, with a code of its own. */
export function requiredText(description: string) {
  return parameter(Type.String({ minLength: 1, description }), (sent) => {
    // Wire: null for a required text of an update is a failure of type (`wire-events.md` 3).
    if (sent === null) throw new Fault(cannotBeEmpty, 'type')
    return cleanHtml(filledText(sent, lineLimit))
  })
}

/** A title of an event: blanks alone, or tags around nothing, are refused (D42). */
export function title(description: string) {
  return parameter(Type.String({ minLength: 1, description }), (sent) => {
    if (sent === null) throw new Fault(cannotBeEmpty, 'type')
    const clean = cleanHtml(filledText(sent, lineLimit))
    if (stripTags(clean).trim() === '') throw new Fault('must hold more than blanks')
    return clean
  })
}

/**
 * A text with HTML, cleaned (D19); empty values clear it (D7). `blocks`: the marks of block editors stay. Wire: events
 * refuse the text "0", venues and organizers do not.
 */
export function html(description: string, options: { zero: boolean; blocks?: boolean }) {
  const clean = options.blocks ? cleanContent : cleanHtml
  return parameter(Type.String({ description }), (sent) => {
    if (isEmpty(sent)) return null
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    if (sent === '0' && !options.zero) throw new Fault(zeroIsEmpty)
    return clean(within(sent, textLimit))
  })
}

/**
 * A text, or an object that has it as `raw`, as clients of the original send back what they have read for editing; one that has
 * only its rendered form changes nothing.
 */
export function textOrRaw<Value>(declared: Parameter<Value>): Parameter<Value | undefined> {
  return readOtherwise(declared, (sent) => {
    const text = isObject(sent) ? sent['raw'] : sent
    // The reader is that of the declared parameter.
    return text === undefined ? undefined : (readParameter(declared, text) as Value)
  })
}

/** One line of plain text; empty values clear it. Numbers are taken where people write digits (D18). */
export function line(description: string, options: { numbers?: boolean } = {}) {
  return parameter(Type.String({ description }), (sent) => {
    if (isEmpty(sent)) return null
    if (typeof sent === 'number' && options.numbers) return String(sent)
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    return plainLine(within(sent, lineLimit))
  })
}

/** A plain text of some sentences, cut of nothing but what nobody sees; empty values clear it. */
export function plainText(description: string, longest: number) {
  return parameter(Type.String({ maxLength: longest, description }), (sent): string | null => {
    if (isEmpty(sent)) return null
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    if (sent.trim().length > longest)
      throw new Fault(`must have at most ${longest} characters; it has ${sent.trim().length}`)
    return plainLine(sent.toWellFormed().replaceAll('\0', '')) || null
  })
}

/** An https address; empty values clear it. */
export function secureUrl(description: string) {
  return parameter(Type.String({ format: 'uri', description }), (sent): string | null => {
    if (isEmpty(sent)) return null
    const url = typeof sent === 'string' ? readWebUrl(sent) : undefined
    if (url === undefined || !/^https:/i.test(url))
      throw new Fault(`must be a whole https address like https://meet.example.org/room, not ${quote(sent)}`)
    return url
  })
}

/** An http or https address (D19); empty values, false and 0 clear it. */
export function website(description: string) {
  return parameter(Type.String({ format: 'uri', description }), (sent) => {
    if (isEmpty(sent) || sent === false || sent === 0 || sent === '0') return null
    const url = typeof sent === 'string' ? readWebUrl(within(sent, lineLimit)) : undefined
    if (url === undefined) {
      throw new Fault(`must be a whole http or https address like https://example.org/, not ${quote(sent)}`)
    }
    return url
  })
}

/** An e-mail address; null for none. */
export function email(description: string) {
  return parameter(Type.String({ format: 'email', description }), (sent) =>
    isEmpty(sent) ? null : readAddress(sent),
  )
}

/** An e-mail address that must be there. */
export function address(description: string) {
  return parameter(Type.String({ format: 'email', description }), readAddress)
}

function readAddress(sent: unknown): string {
  if (typeof sent === 'string' && sent.length <= lineLimit && isEmail(sent.trim())) return sent.trim()
  throw new Fault(`must be ${anEmail}, not ${quote(sent)}`)
}

/** A wanted slug; it is made from the text and made unique later. Wire: null is a failure of type. */
export const slug = parameter(
  Type.String({
    minLength: 1,
    description: 'The wished-for last part of the address; made unique if it is taken.',
  }),
  readSlug,
)

/** A slug as records show it: the empty one of a draft without a slug may be sent back (D49). */
export const slugAsRead = parameter(
  Type.String({ description: 'The wished-for last part of the address; made unique if it is taken.' }),
  (sent) => (sent === '' ? '' : readSlug(sent)),
)

/** A text to search for. */
export function searchText(description: string) {
  return parameter(Type.String({ minLength: 1, description }), (sent) => filledText(sent, lineLimit))
}

/** A text that must not be empty, for filters and orders of terms. */
export function word(description: string, fallback?: string) {
  const schema = Type.String({
    minLength: 1,
    description,
    ...(fallback === undefined ? {} : { default: fallback }),
  })
  return parameter(schema, (sent) => filledText(sent, lineLimit))
}

/** One of a few words, in any case. */
export function choice<Word extends string>(words: readonly Word[], description: string) {
  return parameter(Type.Enum([...words], { description }), (sent): Word => {
    const known = words.find((word) => typeof sent === 'string' && word === sent.trim().toLowerCase())
    if (known === undefined) throw new Fault(`must be one of ${words.join(', ')}, not ${quote(sent)}`)
    return known
  })
}

/** A list of texts, none of them empty, at least one. */
export function wordList(description: string) {
  return listOf(word(''), Type.String({ minLength: 1 }), description)
}

/** A list of some of a few words, in any case, at least one. */
export function choiceList<Word extends string>(words: readonly Word[], description: string) {
  return listOf(choice(words, ''), Type.Enum([...words]), description)
}

/** The password of an event as credential (D23). */
export function password(description: string) {
  return parameter(Type.String({ minLength: 1, description }), readPassword)
}

/** A password for whichever events of a list it opens; an empty one counts as none, as forms send it. */
export function passwordOfAny(description: string) {
  return parameter(Type.String({ description }), (sent) => (isEmpty(sent) ? undefined : readPassword(sent)))
}

/** The password an event gets; empty values clear it (D23). */
export function newPassword(description: string) {
  return parameter(Type.String({ description }), (sent) => {
    if (isEmpty(sent)) return null
    if (typeof sent !== 'string' && typeof sent !== 'number')
      throw new Fault(`must be a text, not ${quote(sent)}`)
    return within(String(sent), lineLimit)
  })
}

function readPassword(sent: unknown): string {
  return filledText(typeof sent === 'number' ? String(sent) : sent, lineLimit)
}

function readSlug(sent: unknown): string {
  if (sent === null) throw new Fault(notNull, 'type')
  return filledText(sent, lineLimit)
}

/** Wire: "" and "0" count as empty for every text that must not be empty. */
function filledText(sent: unknown, limit: number): string {
  if (typeof sent !== 'string' || sent === '')
    throw new Fault(`must be a text that is not empty, not ${quote(sent)}`)
  if (sent === '0') throw new Fault(zeroIsEmpty)
  return within(sent, limit)
}

const zeroIsEmpty = 'must be a text of more than “0”, which counts as empty'

function within(text: string, limit: number): string {
  if (text.length > limit) throw new Fault(`must have at most ${limit} characters; it has ${text.length}`)
  if (text.includes('\0')) throw new Fault('must not hold the character U+0000')
  return text.toWellFormed()
}
