import { readFileSync } from 'node:fs'
import { fold } from '../../pure/text/fold.ts'

/** A time zone as people know it. */
interface ZonePlace {
  /** Its name of today. */
  readonly name: string
  /** The country it is in (ISO 3166); empty for none. */
  readonly region: string
  /** Its cities, the largest first, each by its names in the languages of pages. */
  readonly cities: readonly (readonly string[])[]
  /** The name that it had before, which programs may still say. */
  readonly before: string | undefined
}

type Row = readonly [name: string, region: string, cities: string, before?: string]

let read: readonly ZonePlace[] | undefined

/** Every time zone by its name of today, with its cities: read when it is first needed. */
export function zonePlaces(): readonly ZonePlace[] {
  return (read ??= rows().map(([name, region, cities, before]) => ({
    name,
    region,
    cities: cities.split(';').map((city) => city.split(',')),
    before,
  })))
}

/** The rows of the file, which is ours: interfaces in browsers read the same. */
function rows(): readonly Row[] {
  return JSON.parse(readFileSync(new URL('assets/zones.json', import.meta.url), 'utf8')) as readonly Row[]
}

/** The name that a zone has today; what is not known is left as it is. */
export function todaysName(zone: string): string {
  return zonePlaces().find(({ before }) => before === zone)?.name ?? zone
}

/** The country that a zone is in; empty for none. */
export function regionOfZone(zone: string): string {
  return zonePlaces().find(({ name }) => name === todaysName(zone))?.region ?? ''
}

/** What a zone is called in a list: its cities and its country, in a language. */
export function placesText({ cities, region }: ZonePlace, tag: string): string {
  const country = region === '' ? '' : (new Intl.DisplayNames(tag, { type: 'region' }).of(region) ?? region)
  return [[...new Set(cities.flat())].join(', '), country].filter(Boolean).join(' – ')
}

/**
 * The zone that somebody means who types its name, a city in it, or a country that has one alone; undefined where that is none or
 * several.
 */
export function zoneMeant(typed: string, tag: string): string | undefined {
  const wanted = fold(typed).trim()
  const all = zonePlaces()
  const named = all.find(({ name, before }) => [name, before ?? name].some((one) => fold(one) === wanted))
  if (named) return named.name
  const ofCity = all.filter(({ name, cities }) =>
    [...cities.flat(), (name.split('/').at(-1) ?? '').replaceAll('_', ' ')].some(
      (city) => fold(city) === wanted,
    ),
  )
  const countries = new Intl.DisplayNames(tag, { type: 'region' })
  const ofCountry = all.filter(({ region }) => region !== '' && fold(countries.of(region) ?? '') === wanted)
  const [found, ...others] = ofCity.length > 0 ? ofCity : ofCountry
  return others.length === 0 ? found?.name : undefined
}
