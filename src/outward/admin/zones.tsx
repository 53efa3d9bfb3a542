import { signal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { locale, zonesFile } from './place.ts'

/** A time zone: its name of today, its country, its cities by all their names, and the name it had before. */
type Row = readonly [name: string, region: string, cities: string, before?: string]

const zones = signal<readonly Row[]>([])
let loading: Promise<void> | undefined

/** Reads the list of zones, once; without it, a zone is typed by its name. */
function needZones(): Promise<void> {
  loading ??= readZones()
  return loading
}

async function readZones(): Promise<void> {
  try {
    // The file is that of the pages, which read the same.
    zones.value = (await (await fetch(zonesFile)).json()) as readonly Row[]
  } catch {
    loading = undefined
  }
}

const countries = new Intl.DisplayNames(locale, { type: 'region' })
const countryOf = (region: string) => (region === '' ? '' : (countries.of(region) ?? region))
const namesOf = (cities: string) => [...new Set(cities.split(/[,;]/))]
const plainly = (text: string) => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The zone that somebody means who types its name, a city in it, or a country with one zone; else what was typed. */
function zoneMeant(typed: string): string {
  const wanted = plainly(typed)
  const is = (text: string) => plainly(text) === wanted
  const named = zones.value.find(([name, , , before = name]) => is(name) || is(before))
  if (named) return named[0]
  const ofCity = zones.value.filter(([name, , cities]) =>
    [...namesOf(cities), (name.split('/').at(-1) ?? '').replaceAll('_', ' ')].some(is),
  )
  const found =
    ofCity.length > 0 ? ofCity : zones.value.filter(([, region]) => region !== '' && is(countryOf(region)))
  return found.length === 1 ? (found[0]?.[0] ?? typed) : typed
}

/** A field for a time zone, which is found by typing a city or a country. */
export function ZoneInput(props: {
  /** What ties it to its label, hint and fault. */
  readonly tied: object
  readonly value: string
  readonly placeholder?: string
  /** Gets what is typed, as it is typed. */
  readonly onType?: (text: string) => void
  /** Gets the zone that was meant, once it is typed or chosen. */
  readonly onSettled: (zone: string) => void
}) {
  const { tied, value, placeholder, onType, onSettled } = props
  const list = useId()
  useEffect(() => void needZones(), [])
  return (
    <>
      <input
        {...tied}
        list={list}
        dir="auto"
        autocomplete="off"
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onType?.(currentTarget.value)}
        onChange={({ currentTarget }) => onSettled(zoneMeant(currentTarget.value))}
      />
      <datalist id={list}>
        {zones.value.map(([name, region, cities]) => (
          <option
            key={name}
            value={name}
            label={[namesOf(cities).join(', '), countryOf(region)].filter(Boolean).join(' – ')}
          />
        ))}
      </datalist>
    </>
  )
}
