import type { Declaration, Declared } from '../../fields/own/declaration.ts'
import { textIn } from '../../fields/own/declaration.ts'
import { dayText } from '../../fields/own/values.ts'
import { onceFor } from '../../pure/calendar/cache.ts'
import { boundsSaid, countSaid } from '../../storage/index/facets.ts'
import type { Hits } from '../../storage/index/hits.ts'
import { saidKey } from '../../storage/index/own.ts'
import { isRanged, storedFor } from '../own/own.filters.ts'
import type { EventFacetsRecord } from './facets.record.ts'

type OwnFacets = NonNullable<EventFacetsRecord['fields']>

/** The fields that are counted, and the events of each: those of the list without the filter of the field. */
export interface CountingOwn {
  readonly fields: readonly Declaration[]
  readonly language: Declared['language']
  readonly hitsOf: (name: string) => Promise<Hits>
}

/** How many events say each value of fields of one’s own, and within which bounds their numbers and days are. */
export async function countOwn({ fields, language, hitsOf }: CountingOwn): Promise<OwnFacets> {
  // Fields that narrow nothing have the same events, whose texts are counted together.
  const textsOf = onceFor(countSaid)
  const counted: OwnFacets = {}
  for (const field of fields) {
    const hits = await hitsOf(field.name)
    if (isRanged(field)) {
      counted[field.name] = boundsOf(field, hits)
      continue
    }
    const counts = await textsOf(hits)
    const countOf = (text: string) => counts.get(saidKey(field.name, text)) ?? 0
    const yes = countOf('true')
    counted[field.name] =
      field.type === 'boolean'
        ? [
            { value: true, count: yes },
            { value: false, count: hits.total - yes },
          ]
        : field.options.map(({ value, label }) => ({
            value,
            label: textIn(label, language, language),
            // Records say it by other texts, too, as long as options are taken away; who says both is counted twice then.
            count: storedFor(field, value).reduce((sum, text) => sum + countOf(text), 0),
          }))
  }
  return counted
}

function boundsOf({ name, type }: Declaration, hits: Hits) {
  const { count, least, most } = boundsSaid(hits, name)
  const told = (value: number) => (count === 0 ? null : type === 'date' ? dayText(value) : value)
  return { min: told(least), max: told(most), count }
}
