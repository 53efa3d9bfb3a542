import { ownJsonLd } from '../own/own.jsonld.ts'
import { ownMember } from '../own/own.view.ts'
import { ownValuesMember } from '../own/own.record.ts'
import { Type, type Static } from 'typebox'
import { valuesOf } from '../../fields/declare.ts'
import { membersOf } from '../../fields/fields.record.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import type { ShownLinked } from '../linked/linked.kind.ts'
import {
  describedRecord,
  jsonLdRecord,
  linkedMembers,
  ownMembers,
  thingJsonLd,
} from '../linked/linked.view.ts'
import { kinds } from '../posts/posts.kind.ts'
import {
  distanceRecord,
  filledOnly,
  globalIdRecord,
  globalIds,
  madeOnce,
  postRecord,
  postUrl,
  type ViewContext,
} from '../posts/posts.view.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { factOf } from '../../pure/params/flags.ts'

/** The venue on the wire (`wire-others.md` 1.1): members without a value are left out. */
export const venueRecord = Type.Object(
  membersOf(venueFields, {
    id: Type.Integer({ description: 'The ID of the venue.' }),
    ...postRecord,
    venue: Type.String({ description: 'The name, rendered.' }),
    ...describedRecord,
    fields: ownValuesMember,
    ...jsonLdRecord,
    ...globalIdRecord,
    geocoded: Type.Optional(
      Type.Boolean({
        description:
          'The coordinates were found by the address; in single reads with context=edit, for who may edit the venue.',
      }),
    ),
    ...distanceRecord,
  }),
)

export type VenueRecord = Static<typeof venueRecord>

/** The venue as shown in lists, in answers to writes and within events. */
export const venueView = madeOnce((row: ShownLinked, shown: ViewContext) =>
  inOrder<VenueRecord>(venueRecord, {
    ...globalIds(shown.site, row.id),
    ...filledOnly(linkedMembers(kinds.venue, row, shown)),
    ...ownMembers(venueFields, row),
    ...ownMember('venue', row, shown, 'everybody'),
  } as VenueRecord),
)

/** The venue as a single read shows it: with `json_ld`. */
export function venueViewSingle(row: ShownLinked, shown: ViewContext): VenueRecord {
  return inOrder<VenueRecord>(venueRecord, {
    ...venueView(row, shown),
    json_ld: venueJsonLd(row, shown),
  })
}

/** The same for who may edit it: with whether its coordinates were found by its address, and nobody has set others since. */
export function venueViewToEdit(row: ShownLinked, shown: ViewContext): VenueRecord {
  const { geo_lat, geo_lng, geocoded_lat, geocoded_lng } = row
  const isFound = typeof geo_lat === 'number' && geo_lat === geocoded_lat && geo_lng === geocoded_lng
  return {
    ...venueViewSingle(row, shown),
    ...ownMember('venue', row, shown, 'editors'),
    ...(isFound ? { geocoded: true } : {}),
  }
}

/** The venue as a schema.org Place (D4). Search engines want an address of every place: one that has none is found by its name. */
export function venueJsonLd(row: ShownLinked, shown: Pick<ViewContext, 'site' | 'images' | 'declared'>) {
  const { amenityFeature = [], ...own } = ownJsonLd('venue', row, shown.declared)
  const postal = filledOnly({
    streetAddress: row['address'],
    addressLocality: row['city'],
    addressRegion: row['stateprovince'] || row['state'] || row['province'],
    postalCode: row['zip'],
    addressCountry: row['country'],
  })
  return {
    '@type': 'Place',
    ...thingJsonLd(row, shown),
    url: postUrl(shown.site, kinds.venue, row),
    address:
      Object.keys(postal).length > 0 ? { '@type': 'PostalAddress', ...postal } : plainTextOfHtml(row.title),
    ...geoJsonLd(row),
    ...filledOnly({
      telephone: row['phone'],
      sameAs: row['website'],
      amenityFeature: [...amenities(row), ...(amenityFeature as object[])],
    }),
    ...own,
  }
}

/** Of what helps people get in and take part: what is known to be there, or not to be (D77). */
function amenities(row: ShownLinked) {
  return Object.entries(amenityNames).flatMap(([field, name]) => {
    const value = factOf(row[field])
    return value === undefined ? [] : [{ '@type': 'LocationFeatureSpecification', name, value }]
  })
}

/** What helps people get in and take part: its field, and its name among the `amenityFeature` of schema.org. */
const amenityNames = valuesOf(venueFields, ({ amenity }) => amenity)

function geoJsonLd(row: ShownLinked) {
  const { geo_lat, geo_lng } = placeOf(row)
  if (geo_lat === undefined) return {}
  return { geo: { '@type': 'GeoCoordinates', latitude: geo_lat, longitude: geo_lng } }
}

/** The coordinates of the venue, if they are known. */
function placeOf(row: ShownLinked): { geo_lat?: number; geo_lng?: number } {
  const { geo_lat, geo_lng } = row
  return typeof geo_lat === 'number' && typeof geo_lng === 'number' ? { geo_lat, geo_lng } : {}
}
