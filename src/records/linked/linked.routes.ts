import { ownFilterFault } from '../own/own.filters.ts'
import { can, mayEdit, mayRead } from '../../http/auth/rights.ts'
import { findEvent } from '../rows/event.query.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { an, itemMethods, removed } from '../../http/item.ts'
import { movedTo } from '../../http/permanentRedirect.ts'
import { assertPage, listAnswer, repeated } from '../../http/list.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import type { Answer, Ask, Endpoint, Faults, Resource } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import { chooseImage } from '../media/media.choose.ts'
import { showing } from '../media/media.query.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { deleteParams } from '../posts/posts.params.ts'
import { type ById, byId, type BySlug, bySlug, noParams } from '../../pure/params/path.ts'
import { mergedIds } from '../posts/posts.merged.query.ts'
import { findIdBySlug } from '../posts/posts.query.ts'
import { orderFaults } from '../posts/posts.order.ts'
import { placeFaults, withDistance } from '../posts/posts.places.ts'
import { nearFaults } from '../geocoding/geocoding.typedPlace.ts'
import { findRedirect } from '../redirects/redirects.query.ts'
import { lacksOnCollection, lacksOnId, lacksOnSlug } from '../posts/posts.rights.ts'
import { statusFaults, unknownEvent } from '../posts/posts.faults.ts'
import type { ViewContext } from '../posts/posts.view.ts'
import { writeFaults } from './linked.faults.ts'
import { wholly } from '../../http/wholly.ts'
import type { LinkedKind, LinkedRow, ListLinked } from './linked.kind.ts'
import { findLinked, listLinked } from './linked.query.ts'
import { type ItemAddress, type LinkedAddress, ownRepresentation } from './linked.representation.ts'
import { type LinkedParams, sentOf } from './linked.fields.ts'
import { type ReadLinked, readLinkedParams } from './linked.params.ts'
import {
  assertNamed,
  createLinked,
  type Guard,
  removeLinked,
  trashLinked,
  updateLinked,
} from './linked.write.ts'

/** The addresses of venues or organizers: the list, one by id, one by slug. */
export function linkedResources(context: Context, kind: LinkedKind): Resource<never>[] {
  const { db } = context
  const here: LinkedAddress = { context, kind, representation: ownRepresentation(kind) }
  const collection: Resource = {
    path: `/${kind.table}`,
    pathParams: noParams,
    endpoints: [listEndpoint(context, kind), createEndpoint(here)],
    lacks: lacksOnCollection,
  }
  const one: Resource<ById> = {
    path: `/${kind.table}/{id}`,
    pathParams: byId,
    endpoints: itemEndpoints<ById>({
      ...here,
      finder: {
        find: async ({ id }) => ((await findLinked(db.read, kind, id)) ? id : undefined),
        moved: async ({ id }) => (await mergedIds(db.read, kind.name, [id])).get(id),
        unknown: ({ id }) => ({ id: `must be the ID of ${an(kind.name)}, and none has the ID ${id}` }),
      },
    }),
    lacks: async (caller, { id }) => lacksOnId(db.read, caller, id, 'nobody'),
  }
  const named: Resource<BySlug> = {
    path: `/${kind.table}/by-slug/{slug}`,
    pathParams: bySlug,
    endpoints: itemEndpoints<BySlug>({
      ...here,
      finder: {
        find: async ({ slug }) => findIdBySlug(db.read, kind, slug),
        moved: async ({ slug }) => {
          const found = await findRedirect(db.read, `/${kind.name}/${encodeURI(slug)}`)
          return found?.kind === kind.name ? found.id : undefined
        },
        unknown: ({ slug }) => ({
          slug: `must be the slug of ${an(kind.name)}, and none has the slug “${slug}”`,
        }),
      },
    }),
    lacks: async (caller, { slug }) => lacksOnSlug(db.read, caller, kind, slug),
  }
  return [collection, one, named]
}

function listEndpoint(context: Context, kind: LinkedKind): Endpoint<object, ListLinked> {
  return {
    methods: ['GET'],
    summary: `List ${kind.table}, the newest first.`,
    params: withPageSizes(kind.listParams, context),
    answer: { status: 200, says: 'One page of the list.', schema: `${kind.schema}List` },
    check: async ({ params, given, caller }) => ({
      ...statusFaults(params.status, can(caller, 'edit_own')),
      ...placeFaults(params),
      ...orderFaults(params, given),
      ...(await nearFaults(context, params.near)),
      ...(params.event === undefined || (await findEvent(context, params.event, { caller }))
        ? {}
        : { event: unknownEvent(params.event) }),
      ...ownFault(params.fields, { declared: context.declared, kind: kind.name, caller }),
    }),
    handle: async ({ params, caller, now, site }) => {
      const { rows, page, nearby } = await listLinked(context, kind, { params, caller, now })
      assertPage(kind.list, page)
      const shown = await showing(context, site, rows)
      const items = await inTimeSlices(rows, (row) => withDistance(kind.view(row, shown), nearby, [row]))
      const filters = filtersOf(params, page.perPage, can(caller, 'edit_own'))
      return {
        ...listAnswer(kind.list, site, { items, page, filters }),
        // Upcoming events are counted from the current second.
        holdsUntil:
          params.only_with_upcoming === true || params.has_upcoming !== undefined ? undefined : Infinity,
        dependsOn: isOfEvents(params) || nearby ? undefined : {},
      }
    },
  }
}

function ownFault(...asked: Parameters<typeof ownFilterFault>): Faults {
  const fault = ownFilterFault(...asked)
  return fault === undefined ? {} : { fields: fault }
}

/** The endpoint that makes a record. */
export function createEndpoint(address: LinkedAddress) {
  const { context, kind, representation } = address
  return {
    methods: ['POST'],
    summary: `Create ${an(kind.name)}; one that is equal in every field sent is answered as it is.`,
    params: kind.createParams,
    answer: {
      status: 201,
      says: `The new ${kind.name}, or the one that was there.`,
      schema: representation.schema,
    },
    check: (ask: Ask<unknown, LinkedParams>) => writeFaults(context, kind, ask),
    handle: async ({ params, caller, now, site }: Ask<unknown, LinkedParams>) => {
      const sent = sentOf(kind, params)
      // What is refused anyway fetches no image.
      assertNamed(kind, sent.title ?? '', 'notCreated')
      const image_id = await chooseImage(context, params.image, { caller, site, now })
      return wholly(context, async (within) => {
        const id = await createLinked(within, kind, { sent: { ...sent, image_id }, caller, now })
        return { status: 201, body: await written({ ...address, context: within }, id, site) }
      })
    },
  } satisfies Endpoint<object, LinkedParams>
}

/** The endpoints that read, remove and change the record of an address. */
function itemEndpoints<Path>(address: ItemAddress<Path>): Endpoint<Path, never>[] {
  return [readEndpoint(address), removeEndpoint(address), updateEndpoint(address)]
}

function readEndpoint<Path>(address: ItemAddress<Path>): Endpoint<Path, ReadLinked> {
  const { kind, finder, representation } = address
  const movedFrom = async (path: Path) =>
    (await finder.find(path)) === undefined ? finder.moved?.(path) : undefined
  return {
    ...itemMethods(kind.name, representation.schema).read,
    params: readLinkedParams,
    check: async (ask) => ((await movedFrom(ask.path)) === undefined ? itemFaults(address, ask) : {}),
    handle: async (ask) => {
      const now = await movedFrom(ask.path)
      if (now !== undefined) return movedTo(`${ask.site.rest}/${kind.table}/${now}`, now)
      const { row, shown } = await readLinkedRow(address, ask)
      const { single, toEdit = single } = representation
      const isToEdit = ask.params.context === 'edit' && mayEdit(ask.caller, row)
      return {
        body: (isToEdit ? toEdit : single)(row, shown),
        modifiedAt: row.modified_at,
        holdsUntil: Infinity,
        dependsOn: {},
      }
    },
  }
}

/** The endpoint that moves the record to the trash, or removes it. */
export function removeEndpoint<Path>(address: ItemAddress<Path>): Endpoint<Path, { force?: boolean }> {
  const { kind, representation } = address
  return {
    ...itemMethods(kind.name, representation.schema).trash,
    params: deleteParams,
    check: (ask) => itemFaults(address, ask),
    handle: async (ask) => removal(address, await idOf(address, ask.path), ask),
  }
}

/** The endpoint that changes the record. */
export function updateEndpoint<Path>(address: ItemAddress<Path>) {
  const { context, kind, representation } = address
  return {
    ...itemMethods(kind.name, representation.schema).update,
    params: kind.updateParams,
    check: (ask: Ask<Path, LinkedParams>) => itemFaults(address, ask),
    handle: async (ask: Ask<Path, LinkedParams>) => {
      const id = await idOf(address, ask.path)
      const { caller, now, site } = ask
      const guard = guardOf(address, ask)
      const sent = sentOf(kind, ask.params)
      // What is refused anyway fetches no image.
      if (ask.params.image) {
        const stored = await findLinked(context.db.read, kind, id)
        if (stored) await guard(stored)
        if (sent.title !== undefined) assertNamed(kind, sent.title, 'notUpdated')
      }
      const image_id = await chooseImage(context, ask.params.image, ask)
      const update = { id, sent: { ...sent, image_id }, caller, now, guard, home: site.home }
      return wholly(context, async (within) => {
        await updateLinked(within, kind, update)
        return { body: await written({ ...address, context: within }, id, site) }
      })
    },
  } satisfies Endpoint<Path, LinkedParams>
}

/** The record of an address, with what its view depends on; throws 403 if the caller may not read it. */
export async function readLinkedRow<Path>(
  address: ItemAddress<Path>,
  { path, caller, site }: Pick<Ask<Path>, 'path' | 'caller' | 'site'>,
): Promise<{ row: LinkedRow; shown: ViewContext }> {
  const { context, kind } = address
  const row = await existing(context, kind, await idOf(address, path))
  if (!mayRead(caller, row)) throw new ApiError(kind.refusals.hidden)
  return { row, shown: await showing(context, site, [row]) }
}

/** The id of the record; 0, which none has, stands for one that no longer exists. */
async function idOf<Path>({ finder }: ItemAddress<Path>, path: Path): Promise<number> {
  return (await finder.find(path)) ?? 0
}

async function itemFaults<Path>(
  { context, kind, finder }: ItemAddress<Path>,
  ask: Ask<Path, LinkedParams>,
): Promise<Faults> {
  const id = await finder.find(ask.path)
  return {
    ...(id === undefined ? finder.unknown(ask.path) : {}),
    ...(await writeFaults(context, kind, ask, id)),
  }
}

async function removal(
  address: LinkedAddress,
  id: number,
  ask: Ask<unknown, { force?: boolean }>,
): Promise<Answer> {
  const { context, kind } = address
  const { caller, now, site } = ask
  const guard = guardOf(address, ask)
  return wholly(context, async (within) =>
    removed(ask.params.force, {
      trash: () => trashLinked(within, kind, { id, caller, now, guard }),
      remove: () => removeLinked(within, kind, { id, caller, guard }),
      shown: () => written({ ...address, context: within }, id, site),
    }),
  )
}

/** Compares the row about to be changed, as a single read would show it, with If-Match. */
export function guardOf(
  { context, representation }: LinkedAddress,
  { assertMatch, site }: Pick<Ask, 'assertMatch' | 'site'>,
): Guard {
  const { single, toEdit } = representation
  return async (row) => {
    const shown = (view: typeof single) => async () => view(row, await showing(context, site, [row]))
    await assertMatch(shown(single), ...(toEdit ? [shown(toEdit)] : []))
  }
}

/** The record in the answer to a write. */
async function written(
  { context, kind, representation }: LinkedAddress,
  id: number,
  site: Site,
): Promise<object> {
  const row = await existing(context, kind, id)
  return representation.written(row, await showing(context, site, [row]))
}

async function existing(context: Context, kind: LinkedKind, id: number): Promise<LinkedRow> {
  const row = await findLinked(context.db.read, kind, id)
  if (!row) throw new ApiError(kind.refusals.hidden)
  return row
}

/** Whether a list is chosen by the events that its records have. */
function isOfEvents({ event, has_events, only_with_upcoming, has_upcoming }: ListLinked): boolean {
  return [event, has_events, only_with_upcoming || undefined, has_upcoming].some(
    (wanted) => wanted !== undefined,
  )
}

/** The filters of a list as its links repeat them: the recorded ones first and in their order, then the others (D29). */
function filtersOf(params: ListLinked, perPage: number, writes: boolean): [string, string][] {
  const status = params.status ?? (writes ? undefined : 'publish')
  const recorded = ['per_page', 'event', 'has_events', 'status', 'search', 'only_with_upcoming']
  const order = new Set([...recorded, ...Object.keys(params)])
  order.delete('page')
  return repeated({ ...params, per_page: perPage, status }, order)
}
