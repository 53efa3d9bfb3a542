import { BadRule, type Rule } from '../imports.recurrence.ts'
import type { IcalTime } from './ical.moments.ts'

const frequencies = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'])

/** The parts of a rule beside its end, in the order in which RFC 5545 (3.3.10) applies them. */
const names = [
  'FREQ',
  'INTERVAL',
  'WKST',
  'BYMONTH',
  'BYWEEKNO',
  'BYYEARDAY',
  'BYMONTHDAY',
  'BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'BYSECOND',
  'BYSETPOS',
]

/** A longer rule is none that a person made. */
const longest = 2_000

/**
 * Reads the value of an RRULE or EXRULE: in any order and case, with blanks and parts of other programs. Its end is in UTC, or a
 * day, and becomes a moment of the series’ own clock. Throws a {@link BadRule}.
 */
export function readRule(value: string, { start, zoneId }: { start: IcalTime; zoneId: string }): Rule {
  if (value.length > longest) throw new BadRule(`has more than ${longest} characters`)
  const said = new Map(
    value
      // Some programs escape rules as if they were texts.
      .replaceAll(/\\(?=[;,])/g, '')
      .toUpperCase()
      .split(';')
      .flatMap((part) => {
        const [name = '', ...rest] = part.split('=')
        const text = rest.join('=').replaceAll(/\s/g, '')
        // `COUNT=-1` is how some programs write that there is none.
        const isNone = text === '' || /^COUNT=-1$/.test(`${name.trim()}=${text}`)
        return isNone ? [] : [[name.trim().replace(/^.*:/, ''), text] as const]
      }),
  )
  const told = `is “${value.trim()}”`
  if (!frequencies.has(said.get('FREQ') ?? '')) throw new BadRule(`${told}, which has no FREQ that there is`)
  if (!['GREGORIAN', undefined].includes(said.get('RSCALE')))
    throw new BadRule(`${told}, which counts by another calendar`)
  for (const name of ['INTERVAL', 'COUNT']) {
    const number = said.get(name)
    if (number !== undefined && !/^\+?0*[1-9]\d{0,8}$/.test(number))
      throw new BadRule(`${told}, and ${name}=${number} is no number of times`)
  }
  const text = names.flatMap((name) => (said.has(name) ? [`${name}=${said.get(name)}`] : [])).join(';')
  const count = said.get('COUNT')
  const until = said.get('UNTIL')
  return {
    text,
    ...(count === undefined ? {} : { count: Number(count) }),
    ...(until === undefined ? {} : { until: untilOf(until, { start, zoneId }, told) }),
  }
}

function untilOf(
  text: string,
  { start, zoneId }: { start: IcalTime; zoneId: string },
  told: string,
): Temporal.PlainDateTime {
  const [, year, month, day, hour, minute, second = '00', mark] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?)?(Z)?$/.exec(text) ?? []
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`)
    const said = date.toPlainDateTime(hour === undefined ? '23:59:59' : `${hour}:${minute}:${second}`)
    if (mark === undefined || hour === undefined || start.isDate) return said
    return said.toZonedDateTime('UTC').withTimeZone(zoneId).toPlainDateTime()
  } catch {
    throw new BadRule(`${told}, and UNTIL=${text} is no day or time that there is`)
  }
}
