import type { IcalEvent, Reading } from './ical.event.ts'
import { dayIn, type IcalTime, momentsAmong, wallIn } from './ical.moments.ts'
import type { Lines } from './ical.repeating.ts'
import { readRule } from './ical.rule.ts'
import type { Times } from './ical.times.ts'

/** How an event repeats: its lines, how long dates last that say it themselves, and what of them is no date. */
export function linesOf({ properties, times }: IcalEvent, { zones }: Reading) {
  const { start, zone } = times
  const moments = (name: string) => (properties.get(name) ?? []).map((each) => momentsAmong(each, zones))
  const rules = (name: string) =>
    (properties.get(name) ?? []).map(({ value }) => readRule(value, { start, zoneId: zone.id }))
  const [rdates, exdates] = [moments('rdate'), moments('exdate')]
  const added = rdates.flatMap(({ found }) => found)
  const excluded = exdates.flatMap(({ found }) => found)
  const lines: Lines = {
    rules: rules('rrule'),
    exceptRules: rules('exrule'),
    added: added.map((moment) => idIn(moment, times)),
    excluded: excluded.filter(({ isDate }) => start.isDate || !isDate).map((moment) => idIn(moment, times)),
    excludedDays: excluded
      .filter(({ isDate }) => isDate && !start.isDate)
      .map(({ wall }) => wall.toPlainDate()),
  }
  const lengths = new Map(
    added.flatMap(({ length, ...moment }) =>
      length ? [[idIn(moment, times).toString(), length] as const] : [],
    ),
  )
  return { lines, lengths, faults: [...rdates, ...exdates].flatMap((each) => each.faults) }
}

/** The identity of an occurrence of a series; in a series of whole days it has no time, even if the file writes one. */
export function idIn(moment: IcalTime, { start, zone }: Times): Temporal.PlainDateTime {
  return start.isDate ? dayIn(moment, zone) : wallIn(moment, zone)
}
