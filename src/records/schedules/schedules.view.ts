import type { Zone } from '../../pure/calendar/zone.ts'
import type { Site } from '../../http/site.ts'
import { changedFieldsOf } from '../rows/event.row.ts'
import type { SeriesRow } from './schedules.row.ts'
import { inEnglish, type Speech, wordsOf } from './schedules.words.ts'

/** The member of an occurrence’s record that tells of its series, in the words of a language. */
export function seriesMember(
  event: {
    readonly series_id: number | null
    readonly series_key: string | null
    readonly series_changed: string
  },
  series: SeriesRow | undefined,
  {
    site,
    siteZone,
    speech = inEnglish,
  }: { readonly site: Site; readonly siteZone: Zone; readonly speech?: Speech | undefined },
) {
  if (event.series_id === null || event.series_key === null || !series) return {}
  return {
    series: {
      id: event.series_id,
      key: event.series_key,
      text: wordsOf(series, siteZone, speech) ?? '',
      changed: [...changedFieldsOf(event)],
      rest_url: `${site.rest}/series/${event.series_id}`,
    },
  }
}
