import { onceFor } from '../../pure/calendar/cache.ts'
import { Current, Memory } from '../../storage/db/revisionCache.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { distance_km, type Place } from '../../pure/geo/sphere.ts'
import { fold } from '../../pure/text/fold.ts'
import { nearest } from '../../pure/text/nearestWords.ts'

/** What a typed place is: where it is, and the venues that are in it by their address but have no coordinates. */
export interface FoundPlace {
  readonly centre: Place | undefined
  readonly unplaced: readonly number[]
}

/** What the lookup of a typed place answers: the place, or the name of the town that may have been meant. */
type Looked = { readonly found: FoundPlace } | { readonly meant: string | undefined }

/** A town, or a postal district, as the addresses of venues name it. */
interface Town {
  readonly name: string
  readonly placed: Place[]
  readonly unplaced: number[]
}

/** The towns of all published venues, by folded names and by postcodes without blanks. Read once until anything changes. */
interface Towns {
  readonly byName: Map<string, Town>
  readonly byPostcode: Map<string, Town>
}

/** How many looked-up places are remembered. */
const remembered = 1000

/** More venues of a town say no more about where it is. */
const mostMeasured = 200

/** Looks a typed place up among the cities and postcodes of our published venues, or reads it as two coordinates. */
export function findTown(db: Database, text: string): Promise<Looked> {
  return memoryOf(db).find(text, async () => {
    const centre = readCoordinates(text)
    if (centre) return { found: { centre, unplaced: [] } }
    const towns = await townsOf(db).get()
    const found = lookUp(towns, text)
    return found ? { found: placeOf(found) } : { meant: meantBy(towns, text) }
  })
}

const memoryOf = onceFor((db: Database) => new Memory<Looked>(db, remembered))
const townsOf = onceFor((db: Database) => new Current(db, () => readTowns(db.read)))

async function readTowns(db: Reader): Promise<Towns> {
  const rows = await db
    .selectFrom('venues')
    .select(['id', 'city', 'zip', 'geo_lat', 'geo_lng'])
    .where('status', '=', 'publish')
    .where((eb) => eb.or([eb('city', '<>', ''), eb('zip', '<>', '')]))
    .execute()
  const towns: Towns = { byName: new Map(), byPostcode: new Map() }
  for (const row of rows) {
    const all = [
      townIn(towns.byName, folded(row.city), row.city),
      townIn(towns.byPostcode, compact(row.zip), row.zip),
    ]
    for (const town of all) {
      if (row.geo_lat !== null && row.geo_lng !== null)
        town?.placed.push({ lat: row.geo_lat, lng: row.geo_lng })
      else town?.unplaced.push(row.id)
    }
  }
  return towns
}

function townIn(towns: Map<string, Town>, key: string, name: string): Town | undefined {
  if (key === '') return undefined
  const town = towns.get(key) ?? { name: name.trim(), placed: [], unplaced: [] }
  towns.set(key, town)
  return town
}

/** The towns that are meant: by the whole text, by what stands before a comma, or by a postcode and a city beside each other. */
function lookUp({ byName, byPostcode }: Towns, text: string): readonly Town[] | undefined {
  const beforeComma = text.split(',', 1)[0] ?? ''
  const words = beforeComma.split(/\s+/)
  const [numbered, named] = [/\d/, /^\D*$/].map((kind) => words.filter((word) => kind.test(word)).join(' '))
  for (const part of [text, beforeComma, numbered ?? '', named ?? '']) {
    const exact = byName.get(folded(part)) ?? byPostcode.get(compact(part))
    if (exact) return [exact]
    // The beginning of a postcode is a district: it is written with a digit, as cities are not.
    if (!/\d/.test(part) || compact(part).length < 2) continue
    const within = [...byPostcode].filter(([code]) => code.startsWith(compact(part)))
    if (within.length > 0) return within.map(([, town]) => town)
  }
  return undefined
}

/**
 * The place of towns: the venue that is nearest to all others. So it is in the larger one where two have the same name, and one venue
 * with wrong coordinates does not move it.
 */
function placeOf(towns: readonly Town[]): FoundPlace {
  const placed = towns.flatMap((town) => town.placed).slice(0, mostMeasured)
  const measured = placed.map((centre) => ({
    centre,
    sum: placed.reduce((sum, other) => sum + distance_km(centre, other), 0),
  }))
  const [best] = measured.toSorted((one, other) => one.sum - other.sum)
  return { centre: best?.centre, unplaced: towns.flatMap((town) => town.unplaced) }
}

function meantBy({ byName, byPostcode }: Towns, text: string): string | undefined {
  const key = nearest(folded(text), [...byName.keys()])
  if (key !== undefined) return byName.get(key)?.name
  const code = nearest(compact(text), [...byPostcode.keys()])
  return code === undefined ? undefined : byPostcode.get(code)?.name
}

function folded(text: string): string {
  return fold(text)
    .replaceAll(/[\s.-]+/g, ' ')
    .trim()
}

function compact(text: string): string {
  return fold(text).replaceAll(/[\s-]+/g, '')
}

/** Two numbers in degrees, latitude first, as maps write them. */
function readCoordinates(text: string): Place | undefined {
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? []
  // A number alone, or two that are no degrees, may be a postcode.
  const isDegrees = lat?.includes('.') && lng?.includes('.') && Math.abs(Number(lat)) <= 90
  return isDegrees && Math.abs(Number(lng)) <= 180 ? { lat: Number(lat), lng: Number(lng) } : undefined
}
