import { can, mayRead } from '../auth/rights.ts'
import { findEvent } from '../events/events.query.ts'
import { ApiError } from '../errors.ts'
import { an, itemMethods, removed } from '../http/item.ts'
import { assertPage, listAnswer, repeated } from '../http/list.ts'
import type { Answer, Ask, Endpoint, Faults, Resource } from '../http/resource.ts'
import type { Site } from '../http/site.ts'
import { chooseImage } from '../media/media.choose.ts'
import { showing } from '../media/media.query.ts'
import { withPageSizes } from '../params/numbers.ts'
import type { Context } from '../posts/context.ts'
import { type ById, byId, type BySlug, bySlug, deleteParams, noParams } from '../posts/posts.params.ts'
import type { Finder } from '../posts/posts.finder.ts'
import { findIdBySlug } from '../posts/posts.query.ts'
import { orderFaults } from '../posts/posts.order.ts'
import { placeFaults, withDistance } from '../posts/posts.places.ts'
import { lacksOnCollection, lacksOnId, lacksOnSlug } from '../posts/posts.rights.ts'
import { statusFaults, unknownEvent } from '../posts/posts.faults.ts'
import { writeFaults } from './linked.faults.ts'
import type { LinkedKind, LinkedRow, ListLinked } from './linked.kind.ts'
import { findLinked, listLinked } from './linked.query.ts'
import { type LinkedParams, sentOf } from './linked.sent.ts'
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
  const collection: Resource = {
    path: `/${kind.table}`,
    pathParams: noParams,
    endpoints: [listEndpoint(context, kind), createEndpoint(context, kind)],
    lacks: lacksOnCollection,
  }
  const one: Resource<ById> = {
    path: `/${kind.table}/{id}`,
    pathParams: byId,
    endpoints: itemEndpoints<ById>(context, kind, {
      find: async ({ id }) => ((await findLinked(db.read, kind, id)) ? id : undefined),
      unknown: ({ id }) => ({ id: `must be the ID of ${an(kind.name)}, and none has the ID ${id}` }),
    }),
    lacks: async (caller, { id }) => lacksOnId(db.read, caller, id, 'nobody'),
  }
  const named: Resource<BySlug> = {
    path: `/${kind.table}/by-slug/{slug}`,
    pathParams: bySlug,
    endpoints: itemEndpoints<BySlug>(context, kind, {
      find: async ({ slug }) => findIdBySlug(db.read, kind, slug),
      unknown: ({ slug }) => ({
        slug: `must be the slug of ${an(kind.name)}, and none has the slug “${slug}”`,
      }),
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
    check: async ({ params, caller }) => ({
      ...statusFaults(params.status, can(caller, 'edit_own')),
      ...placeFaults(params),
      ...orderFaults(params),
      ...(params.event === undefined || (await findEvent(context, params.event, { caller }))
        ? {}
        : { event: unknownEvent(params.event) }),
    }),
    handle: async ({ params, caller, now, site }) => {
      const { rows, page, nearby } = await listLinked(context, kind, { params, caller, now })
      assertPage(kind.list, page)
      const shown = await showing(context, site, rows)
      const items = rows.map((row) => withDistance(kind.view(row, shown), nearby, [row]))
      const filters = filtersOf(params, page.perPage, can(caller, 'edit_own'))
      return {
        ...listAnswer(kind.list, site, { items, page, filters }),
        // Upcoming events are counted from the current second.
        holdsUntil: params.only_with_upcoming === true ? undefined : Infinity,
      }
    },
  }
}

function createEndpoint(context: Context, kind: LinkedKind): Endpoint<object, LinkedParams> {
  return {
    methods: ['POST'],
    summary: `Create ${an(kind.name)}; one that is equal in every field sent is answered as it is.`,
    params: kind.createParams,
    answer: { status: 201, says: `The new ${kind.name}, or the one that was there.`, schema: kind.schema },
    check: (ask) => writeFaults(context, kind, ask),
    handle: async ({ params, caller, now, site }) => {
      const sent = sentOf(kind, params)
      // What is refused anyway fetches no image.
      assertNamed(kind, sent.title ?? '', 'notCreated')
      const image_id = await chooseImage(context, params.image, { caller, site, now })
      const id = await createLinked(context, kind, { sent: { ...sent, image_id }, caller, now })
      return { status: 201, body: await written(context, kind, id, site) }
    },
  }
}

/** The endpoints that read, remove and change the record of an address. */
function itemEndpoints<Path>(
  context: Context,
  kind: LinkedKind,
  finder: Finder<Path>,
): Endpoint<Path, never>[] {
  const item: Item<Path> = {
    ...itemMethods(kind.name, kind.schema),
    idOf: async (path) => (await finder.find(path)) ?? 0,
    check: async (ask) => {
      const id = await finder.find(ask.path)
      return {
        ...(id === undefined ? finder.unknown(ask.path) : {}),
        ...(await writeFaults(context, kind, ask, id)),
      }
    },
  }
  return [
    readEndpoint(context, kind, item),
    removeEndpoint(context, kind, item),
    updateEndpoint(context, kind, item),
  ]
}

/** What the endpoints of one record have in common; the id 0, which none has, stands for one that no longer exists. */
interface Item<Path> extends ReturnType<typeof itemMethods> {
  readonly idOf: (path: Path) => Promise<number>
  readonly check: (ask: Ask<Path, LinkedParams>) => Promise<Faults>
}

function readEndpoint<Path>(
  context: Context,
  kind: LinkedKind,
  { read, idOf, check }: Item<Path>,
): Endpoint<Path> {
  return {
    ...read,
    params: noParams,
    check,
    handle: async ({ path, caller, site }) => {
      const row = await existing(context, kind, await idOf(path))
      if (!mayRead(caller, row)) throw new ApiError(kind.refusals.hidden)
      const shown = await showing(context, site, [row])
      return { body: kind.viewSingle(row, shown), modifiedAt: row.modified_at, holdsUntil: Infinity }
    },
  }
}

function removeEndpoint<Path>(
  context: Context,
  kind: LinkedKind,
  { trash, idOf, check }: Item<Path>,
): Endpoint<Path, { force?: boolean }> {
  return {
    ...trash,
    params: deleteParams,
    check,
    handle: async (ask) => removal(context, kind, await idOf(ask.path), ask),
  }
}

function updateEndpoint<Path>(
  context: Context,
  kind: LinkedKind,
  { update, idOf, check }: Item<Path>,
): Endpoint<Path, LinkedParams> {
  return {
    ...update,
    params: kind.updateParams,
    check,
    handle: async (ask) => {
      const id = await idOf(ask.path)
      const { caller, now, site } = ask
      const guard = guardOf(context, kind, ask)
      const sent = sentOf(kind, ask.params)
      // What is refused anyway fetches no image.
      if (ask.params.image) {
        const stored = await findLinked(context.db.read, kind, id)
        if (stored) await guard(stored)
        if (sent.title !== undefined) assertNamed(kind, sent.title, 'notUpdated')
      }
      const image_id = await chooseImage(context, ask.params.image, ask)
      await updateLinked(context, kind, { id, sent: { ...sent, image_id }, caller, now, guard })
      return { body: await written(context, kind, id, site) }
    },
  }
}

async function removal(
  context: Context,
  kind: LinkedKind,
  id: number,
  ask: Ask<unknown, { force?: boolean }>,
): Promise<Answer> {
  const { caller, now, site } = ask
  const guard = guardOf(context, kind, ask)
  return removed(ask.params.force, {
    trash: () => trashLinked(context, kind, { id, caller, now, guard }),
    remove: () => removeLinked(context, kind, { id, caller, guard }),
    shown: () => written(context, kind, id, site),
  })
}

/** Compares the row about to be changed, as a single read would show it, with If-Match. */
function guardOf(context: Context, kind: LinkedKind, ask: Pick<Ask, 'assertMatch' | 'site'>): Guard {
  return async (row) =>
    ask.assertMatch(async () => kind.viewSingle(row, await showing(context, ask.site, [row])))
}

/** The record in the answer to a write. */
async function written(context: Context, kind: LinkedKind, id: number, site: Site): Promise<object> {
  const row = await existing(context, kind, id)
  return kind.view(row, await showing(context, site, [row]))
}

async function existing(context: Context, kind: LinkedKind, id: number): Promise<LinkedRow> {
  const row = await findLinked(context.db.read, kind, id)
  if (!row) throw new ApiError(kind.refusals.hidden)
  return row
}

/** The filters of a list as its links repeat them: the recorded ones first and in their order, then the others (D29). */
function filtersOf(params: ListLinked, perPage: number, writes: boolean): [string, string][] {
  const status = params.status ?? (writes ? undefined : 'publish')
  const recorded = ['per_page', 'event', 'has_events', 'status', 'search', 'only_with_upcoming']
  const order = new Set([...recorded, ...Object.keys(params)])
  order.delete('page')
  return repeated({ ...params, per_page: perPage, status }, order)
}
