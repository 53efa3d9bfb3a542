import { Type, type StaticDecode } from 'typebox'
import { paramOf } from '../../fields/fields.params.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import { can } from '../../http/auth/rights.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { idOf } from '../../pure/params/numbers.ts'
import { noParams } from '../../pure/params/path.ts'
import { line, word } from '../../pure/params/texts.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { renderTitle } from '../../pure/text/render.ts'
import { alikeTo, findAlike } from './linked.duplicates.ts'
import type { AlikeRecord, DuplicatesRecord } from './linked.duplicates.record.ts'
import type { LinkedKind } from './linked.kind.ts'
import { comparableLinked } from './linked.query.ts'

/** How many pairs are told: nobody merges more at a sitting. */
const most = 200

/** Which venues or organizers are perhaps one, for those who write. */
export function duplicatesResource(context: Context, kind: LinkedKind): Resource {
  return {
    path: `/${kind.table}/duplicates`,
    pathParams: noParams,
    isExtension: true,
    endpoints: [duplicatesEndpoint(context, kind)],
    lacks: async (caller) => (can(caller, 'edit_own') ? {} : { GET: 'edit_own' }),
  }
}

function duplicatesEndpoint(context: Context, kind: LinkedKind): Endpoint {
  return {
    methods: ['GET'],
    summary: `Find ${kind.table} that are perhaps the same one twice: by name, by address, or close by.`,
    params: noParams,
    answer: { status: 200, says: 'The pairs.', schema: `${kind.schema}Duplicates` },
    handle: async ({ caller }) => {
      const alike = await findAlike(await comparableLinked(context.db.read, kind, caller))
      const body: DuplicatesRecord = {
        pairs: alike.slice(0, most).map(({ rows, by, distance_m }) => ({
          records: rows.map(({ id, title }) => ({ id, name: renderTitle(title) })),
          by,
          distance: distance_m ?? null,
        })),
        total: alike.length,
      }
      return { body }
    },
  }
}

/** How many are told of that are perhaps the one that is to be made. */
const mostAlike = 5

const alikeParams = Type.Object({
  name: word('The name that is compared.'),
  address: Type.Optional(line('Street and number.')),
  city: Type.Optional(line('The town.')),
  geo_lat: paramOf(venueFields, 'geo_lat'),
  geo_lng: paramOf(venueFields, 'geo_lng'),
  exclude: Type.Optional(idOf('One that is not to be among them, as it is the one that is compared.')),
})
type AskAlike = StaticDecode<typeof alikeParams>

/** Which venues or organizers are perhaps the one that somebody is about to make. */
export function alikeResource(context: Context, kind: LinkedKind): Resource {
  return {
    path: `/${kind.table}/similar`,
    pathParams: noParams,
    isExtension: true,
    endpoints: [alikeEndpoint(context, kind)],
    lacks: async (caller) => (can(caller, 'create') ? {} : { GET: 'create' }),
  }
}

function alikeEndpoint(context: Context, kind: LinkedKind): Endpoint<object, AskAlike> {
  return {
    methods: ['GET'],
    summary: `Find ${kind.table} that may be the same as one that is to be made: called the same or alike, in one street, or close by.`,
    title: `Find ${kind.table} that may be the same as a new one`,
    operation: kind.table === 'venues' ? 'getSimilarVenues' : 'getSimilarOrganizers',
    params: alikeParams,
    answer: {
      status: 200,
      says: 'The likest, as far as you may see them.',
      schema: kind.table === 'venues' ? 'VenuesAlike' : 'OrganizersAlike',
    },
    handle: async ({ params: { name, address, city, geo_lat, geo_lng, exclude }, caller }) => {
      const place =
        typeof geo_lat === 'number' && typeof geo_lng === 'number'
          ? { lat: geo_lat, lng: geo_lng }
          : undefined
      const wanted = { id: 0, title: name, address: address ?? '', city: city ?? '', place }
      const all = await comparableLinked(context.db.read, kind, caller)
      const alike = alikeTo(
        wanted,
        all.filter(({ id }) => id !== exclude),
      )
      const records = alike.slice(0, mostAlike).map(({ row, by, distance_m }) => ({
        id: row.id,
        name: renderTitle(row.title),
        address: plainLineOfHtml([row.address, row.city].filter(Boolean).join(', ')),
        by,
        distance: distance_m ?? null,
      }))
      return { body: { records } satisfies AlikeRecord }
    },
  }
}
