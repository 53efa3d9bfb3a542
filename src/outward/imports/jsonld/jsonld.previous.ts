import { epochSeconds } from '../../../pure/calendar/text.ts'
import { quote } from '../../../pure/params/parameter.ts'
import type { EventStatus } from '../../../pure/params/words.ts'
import type { Clock } from '../imports.fields.ts'
import { readMoment } from './jsonld.moments.ts'
import { zoneIn } from './jsonld.times.ts'
import { textsIn, type Thing } from './jsonld.values.ts'

/** The starts that an event had before it was moved, in epoch seconds, the first one first; of whole days their beginning. */
export function previousOf(
  thing: Thing,
  happens: EventStatus,
  clock: Clock,
): { readonly starts: readonly number[]; readonly lost: readonly string[] } {
  const texts = textsIn(thing['previousStartDate'])
  const { id } = zoneIn(thing, clock)
  const moments = texts.map((text) => ({ text, moment: readMoment(text) }))
  const starts = moments.flatMap(({ moment }) =>
    moment
      ? epochSeconds(
          moment.day
            .toZonedDateTime({ timeZone: moment.zone ?? id, plainTime: moment.time ?? '00:00' })
            .toInstant(),
        )
      : [],
  )
  // An event that takes place as announced had no other start.
  if (happens === 'scheduled')
    return {
      starts: [],
      lost: texts.map(
        (text) => `previousStartDate: it is ${quote(text)}, and the event takes place as planned`,
      ),
    }
  const lost = moments
    .filter(({ moment }) => !moment)
    .map(({ text }) => `previousStartDate: it is ${quote(text)}, which is no day or time`)
  return { starts: [...new Set(starts)].toSorted((one, other) => one - other), lost }
}
