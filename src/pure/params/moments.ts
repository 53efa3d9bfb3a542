import { Type } from 'typebox'
import {
  type DateExpression,
  dateExpressionExamples,
  parseDateExpression,
} from '../calendar/dateExpression.ts'
import { findZone } from '../calendar/zone.ts'
import { Fault, parameter, quote } from './parameter.ts'

/** Wire: the UTC dates of a draft without a date; written back, they mean “not sent” (D49). */
export const noDate = '0000-00-00 00:00:00'

/** The most characters of a date or the name of a zone, in any notation. */
const longest = 200

/** The fault of a notation that leads to no day: the end of the sentence “{name} …”. */
export const noSuchDay = 'must be a day that exists, within the years 1 to 9999'

/** A moment in any accepted notation (D10, D11), not yet resolved: which zone applies is known later. */
export function moment(description: string) {
  return parameter(Type.String({ format: 'date-time', description }), readMoment)
}

/** A publication date: as {@link moment}, and “not given” for null and the zero date (D18, D49). */
export function publicationDate(description: string) {
  return parameter(Type.String({ format: 'date-time', description }), (sent) =>
    sent === null || sent === noDate ? undefined : readMoment(sent),
  )
}

/** A time zone by any accepted name (D12); null stands for the site's. */
export const timezone = parameter(
  Type.String({
    description:
      'The time zone of the event: an IANA name like Europe/Berlin, or a fixed offset like UTC+5:30 or -03:00. Empty: the zone of the site.',
  }),
  (sent) => {
    // Wire: null is a failure of type; the empty text and "0" mean the site's zone (D18).
    if (sent === null) throw new Fault('must be the name of a zone', 'type')
    if (sent === '' || sent === '0') return null
    const zone = typeof sent === 'string' && sent.length <= longest ? findZone(sent) : undefined
    if (!zone) {
      throw new Fault(
        `must be an IANA zone like Europe/Berlin or an offset like UTC+2 or -03:00, not ${quote(sent)}`,
      )
    }
    return zone
  },
)

function readMoment(sent: unknown): DateExpression {
  const isShort = typeof sent === 'number' || (typeof sent === 'string' && sent.length <= longest)
  const read = isShort ? parseDateExpression(sent) : undefined
  if (read === undefined)
    throw new Fault(
      `must be a date, such as ${dateExpressionExamples}, not ${quote(sent)}${isShort ? hintAt(sent) : ''}`,
    )
  return read
}

/** What is probably meant, where it can be told. */
function hintAt(sent: unknown): string {
  if (typeof sent !== 'string' && typeof sent !== 'number') return ''
  const text = String(sent)
  if (/^\d{12,13}$/.test(text)) return ': a Unix timestamp counts seconds, not milliseconds'
  if (/:\d\d(?:\.\d+)? \d\d:?\d\d$/.test(text)) return ': in an address, the + of an offset is written %2B'
  if (/^(?:1[3-9]|[23]\d)\/(?:0?\d|1[0-2])\//.test(text)) return ': before a slash the month comes first'
  const [day] = /^\d{4}-\d\d-\d\d(?!\d)/.exec(text) ?? []
  return day !== undefined && parseDateExpression(day) === undefined ? ': there is no such day' : ''
}
