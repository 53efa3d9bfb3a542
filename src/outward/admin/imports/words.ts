import { momentText } from '../moments.ts'
import { nameOf } from '../fieldNames.ts'
import { numberText } from '../texts.ts'
import type { Run, Source } from './asks.ts'
import { t, tn } from './texts.ts'

/** What an import has done, or would do, in words; undefined where nothing changes. */
export function countsText(counts: Pick<Run, 'created' | 'updated' | 'removed'>): string | undefined {
  const said = [
    counts.created > 0 && tn('countNew', counts.created),
    counts.updated > 0 && tn('countChanged', counts.updated),
    counts.removed > 0 && tn('countGone', counts.removed),
  ].filter((text) => text !== false)
  return said.length === 0 ? undefined : said.join(', ')
}

/** How the last run went. */
export function lastText(source: Source): string {
  const [last] = source.runs
  if (source.running) return t('running')
  if (!last) return t('notYet')
  if (source.failing_since_utc !== null)
    return t('failingSince', { when: momentText(source.failing_since_utc) })
  const when = momentText(last.created_utc)
  const what = countsText(last)
  const left = last.skipped > 0 ? tn('countLeft', last.skipped) : undefined
  const said = [what, left].filter((text) => text !== undefined).join(', ')
  return said === '' ? t('nothingNew', { when }) : t('didSome', { when, what: said })
}

/** How often a source is imported; the value is what is sent, with a time of the day after a blank. */
export const rhythms = [
  ['', 'byHand'],
  ['1h', 'everyHour'],
  ['6h', 'everySix'],
  ['1d 03:00', 'everyNight'],
  ['7d', 'everyWeek'],
] as const

/** The rhythm of a source as such a value. */
export function rhythmOf({ every, at }: Pick<Source, 'every' | 'at'>): string {
  return [every, at].filter((text) => text !== null).join(' ')
}

/** The parameters of a rhythm. */
export function wordsOf(rhythm: string): { readonly every: string | null; readonly at: string | null } {
  const [every, at] = rhythm.split(' ')
  return { every: every || null, at: at ?? null }
}

/** What each field of a table is called, where that is not its name in records. */
const fieldNames = {
  title: 'fTitle',
  description: 'fText',
  start_date: 'fStart',
  start: 'fStart',
  date: 'fStartDay',
  start_time: 'fStartTime',
  start_wall: 'fStart',
  end_date: 'fEnd',
  end: 'fEnd',
  end_wall: 'fEnd',
  end_time: 'fEndTime',
  venue: 'fPlace',
  venues: 'fPlace',
  organizers: 'fOrganizer',
  categories: 'fCategory',
  terms: 'fCategory',
  tags: 'fTags',
  cost: 'fCost',
  website: 'fWebsite',
  url: 'fWebsite',
  status: 'fStatus',
  duration: 'fDuration',
  currency_symbol: 'fCurrencySymbol',
  currency_position: 'fCurrencyPlace',
  currency_code: 'fCurrencyCode',
  utc_start_date: 'fUtcStart',
  utc_end_date: 'fUtcEnd',
  id: 'fId',
  uid: 'fUid',
  public: 'fPublic',
  private: 'fPrivate',
  sensitivity: 'fPrivate',
  draft: 'fDraft',
  cancelled: 'fCancelled',
} as const

/** Fields of records under other names than those that they have there. */
const otherNames: Readonly<Record<string, string>> = {
  latitude: 'geo_lat',
  longitude: 'geo_lng',
  hidden: 'hide_from_listings',
}

/** A field as people know it: by its name in tables, else by that of records; “Place: Telephone” where it is of what an event is linked to. */
export function fieldText(field: string): string {
  const known = Object.entries(fieldNames).find(([name]) => name === field)?.[1]
  if (known !== undefined) return t(known)
  const [, of, own] = /^(venue|organizer)_(\w+)$/.exec(field) ?? []
  if (of !== undefined && own !== undefined) return t('fPartOf', { of: nameOf(of), field: nameOf(own) })
  return nameOf(otherNames[field] ?? field)
}

/** Fields that most tables have, before all others. */
export const usualFields = [
  'title',
  'start_date',
  'date',
  'start_time',
  'end_date',
  'end_time',
  'venue',
  'organizers',
  'categories',
  'tags',
  'cost',
  'description',
  'website',
  'status',
] as const

/** Where a record is in its source: “line 12” in words for the reader. */
export function rowText(at: string): string {
  const line = lineOf(at)
  return line === undefined ? at : `${t('row')} ${numberText(line)}`
}

/** The line of a table in which a row begins, from 1. */
export function lineOf(at: string): number | undefined {
  const [, line] = /^line (\d+)$/.exec(at) ?? []
  return line === undefined ? undefined : Number(line)
}

/** The lamp that says how a source does. */
export function lampOf({ health, every }: Source): string {
  if (health === 'failing') return 'bad'
  if (health === 'attention') return 'warn'
  return health === 'new' || every === null ? 'off' : ''
}
