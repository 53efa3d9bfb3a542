import { GeocoderFault } from './geocoding.answer.ts'
import { kilometresIn, type Place } from '../../pure/geo/sphere.ts'
import type { Faults } from '../../http/resource.ts'
import { quote } from '../../pure/params/parameter.ts'
import { usualWithin_km } from '../../pure/params/places.ts'
import type { Context } from '../../http/context.ts'
import { findNearby, type Nearby, type PlaceFilters } from '../posts/posts.places.ts'
import { findTown, type FoundPlace } from './geocoding.towns.ts'

/** A place that somebody typed: found, or why not. */
type Typed = { readonly found: FoundPlace } | { readonly fault: string }

/** Looks the place up among the towns of our venues; where they do not know it, the geocoder is asked, if one is set. */
async function findTyped({ db, findPlace }: Context, text: string): Promise<Typed> {
  const looked = await findTown(db, text)
  // A town whose venues all lack coordinates is found by its name, and where it is may be known to the geocoder.
  const known = 'found' in looked ? looked.found : undefined
  if (known?.centre) return { found: known }
  try {
    const centre = await findPlace?.(text)
    if (centre) return { found: { centre, unplaced: known?.unplaced ?? [] } }
  } catch (error) {
    if (!(error instanceof GeocoderFault)) throw error
    if (!known) return { fault: `cannot be looked up at the moment: no venue is in ${quote(text)}` }
  }
  if (known) return { found: known }
  const meant = 'meant' in looked ? looked.meant : undefined
  return {
    fault: `must be a city or a postcode that is known here, and ${quote(text)} is not${meant === undefined ? '' : `; the nearest is ${quote(meant)}`}`,
  }
}

/** The fault of a typed place that is not known. */
export async function nearFaults(context: Context, near: string | undefined): Promise<Faults> {
  if (near === undefined) return {}
  const typed = await findTyped(context, near)
  return 'fault' in typed ? { near: typed.fault } : {}
}

/** The venues around the place of a list, whichever way it is named; undefined when the list is not limited to one. */
export async function findAround(
  places: ReadonlyMap<number, Place>,
  params: PlaceFilters,
  context: Context,
): Promise<Nearby | undefined> {
  const { near, within = usualWithin_km, ...others } = params
  if (near === undefined) return findNearby(places, params, context.geoUnit)
  const typed = await findTyped(context, near)
  if ('fault' in typed) return { ids: [] }
  const { centre, unplaced } = typed.found
  const unit = kilometresIn[params.geoloc_unit ?? context.geoUnit]
  const around = centre && {
    geoloc_lat: centre.lat,
    geoloc_lng: centre.lng,
    geoloc_radius: within / unit,
  }
  const found = around && findNearby(places, { ...others, ...around }, context.geoUnit)
  return { ...found, ids: [...(found?.ids ?? []), ...unplaced] }
}
