import { can } from '../../http/auth/rights.ts'
import { findEvent } from '../../records/rows/event.query.ts'
import { itemMethods } from '../../http/item.ts'
import type { RootResource } from '../../http/discovery.ts'
import type { Ask, Endpoint, Faults } from '../../http/resource.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import type { LinkedParams } from '../../records/linked/linked.fields.ts'
import type { LinkedKind, ListLinked } from '../../records/linked/linked.kind.ts'
import { listLinked } from '../../records/linked/linked.query.ts'
import type { ItemAddress } from '../../records/linked/linked.representation.ts'
import {
  createEndpoint,
  readLinkedRow,
  removeEndpoint,
  updateEndpoint,
} from '../../records/linked/linked.routes.ts'
import { showing } from '../../records/media/media.query.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { unknownEvent } from '../../records/posts/posts.faults.ts'
import { deleteParams } from '../../records/posts/posts.params.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { lacksOnCollection } from '../../records/posts/posts.rights.ts'
import { ownFields, wpFaults } from '../wp/wp.ts'
import { tecLinkedListParams, tecLinkedNames, tecLinkedWriteParams } from './tec.linked.params.ts'
import { tecLinkedView } from './tec.linked.view.ts'
import { tecListAnswer } from './tec.list.ts'
import { tecPageMax, type TecStatus, unkept } from './tec.params.ts'
import { assertThere, byTecId, lacksOnRecord, tecResource } from './tec.ts'

/** Venues or organizers below `tec/v1`. */
export function tecLinkedResources(context: Context, kind: LinkedKind): RootResource[] {
  const representation = {
    schema: `Tec${kind.schema}`,
    written: (...[row, shown]: ViewArguments) => tecLinkedView(kind, row, shown),
    single: (...[row, shown]: ViewArguments) => tecLinkedView(kind, row, shown),
  }
  const address: ItemAddress<ById> = { context, kind, representation, finder: byTecId(context, kind) }
  const path = `/${kind.table}`
  return [
    tecResource({
      path,
      pathParams: noParams,
      endpoints: [listEndpoint(address), makeEndpoint(address)],
      lacks: lacksOnCollection,
    }),
    tecResource<ById>({
      path: `${path}/{id}`,
      pathParams: byId,
      endpoints: [readEndpoint(address), changeEndpoint(address), trashEndpoint(address)],
      lacks: (caller, at) => lacksOnRecord(context, kind, caller, at),
    }),
  ]
}

type ViewArguments = Parameters<ItemAddress<ById>['representation']['single']>

interface TecLinkedList extends Pick<
  ListLinked,
  'page' | 'per_page' | 'search' | 'event' | 'has_events' | 'only_with_upcoming'
> {
  readonly status?: readonly TecStatus[]
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
}

function listEndpoint({ context, kind, representation }: ItemAddress<ById>): Endpoint<object, TecLinkedList> {
  return {
    methods: ['GET'],
    summary: `List ${kind.table}, the newest first.`,
    params: withPageSizes(tecLinkedListParams(kind), { ...context, perPageMax: tecPageMax }),
    answer: { status: 200, says: 'One page of the list.', schema: `${representation.schema}List` },
    check: async ({ params: { event }, caller }): Promise<Faults> =>
      event === undefined || (await findEvent(context, event, { caller }))
        ? {}
        : { event: unknownEvent(event) },
    handle: async (ask) => {
      const { params, caller, now, site } = ask
      const status = can(caller, 'edit_own') ? (params.status ?? published) : published
      const asked = { ...params, status, order: 'desc' as const }
      const sized = { ...context, perPageMax: tecPageMax }
      const { rows, page } = await listLinked(sized, kind, { params: asked, caller, now })
      const shown = await showing(context, site, rows)
      const items = await inTimeSlices(rows, (row) => tecLinkedView(kind, row, shown))
      return {
        ...tecListAnswer(`/${kind.table}`, ask, { items, page }),
        // Upcoming events are counted from the current second.
        holdsUntil: params.only_with_upcoming === true ? undefined : Infinity,
      }
    },
  }
}

const published = ['publish'] as const

function readEndpoint(address: ItemAddress<ById>): Endpoint<ById> {
  const { context, kind, representation } = address
  return {
    ...itemMethods(kind.name, representation.schema).read,
    params: noParams,
    handle: async (ask) => {
      await assertThere(context, kind, ask.path)
      const { row, shown } = await readLinkedRow(address, ask)
      return { body: representation.single(row, shown), modifiedAt: row.modified_at, holdsUntil: Infinity }
    },
  }
}

type TecLinkedWrite = Readonly<Record<string, unknown>>

function makeEndpoint(address: ItemAddress<ById>): Endpoint<object, TecLinkedWrite> {
  const { kind } = address
  const { check, handle, ...create } = createEndpoint(address)
  return {
    ...create,
    params: tecLinkedWriteParams(kind, 'create'),
    check: async (ask) => wpFaults(await check(ownAsk(kind, ask)), tecLinkedNames(kind)),
    handle: async (ask) => handle(ownAsk(kind, ask)),
  }
}

function changeEndpoint(address: ItemAddress<ById>): Endpoint<ById, TecLinkedWrite> {
  const { context, kind } = address
  const { check, handle, ...update } = updateEndpoint(address)
  return {
    ...update,
    methods: ['PUT', 'PATCH'],
    params: tecLinkedWriteParams(kind, 'update'),
    check: async (ask) => wpFaults(await check(ownAsk(kind, ask)), tecLinkedNames(kind)),
    handle: async (ask) => {
      await assertThere(context, kind, ask.path)
      return handle(ownAsk(kind, ask))
    },
  }
}

/** Wire: what is removed is answered by an empty list. */
function trashEndpoint(address: ItemAddress<ById>): Endpoint<ById, { force?: boolean }> {
  const { context, kind } = address
  const remove = removeEndpoint(address)
  return {
    ...remove,
    params: deleteParams,
    operation: `deleteTec${kind.schema}`,
    answer: { ...remove.answer, says: 'An empty list.', schema: 'TecRemoved' },
    handle: async (ask) => {
      await assertThere(context, kind, ask.path, { trashed: true })
      await remove.handle(ask)
      return { body: [] }
    },
  }
}

/** What is asked for in the terms of the events namespace. */
function ownAsk<Path>(kind: LinkedKind, ask: Ask<Path, TecLinkedWrite>): Ask<Path, LinkedParams> {
  const kept = Object.entries(ask.params).filter(([name]) => !(name in unkept))
  return { ...ask, params: ownFields<LinkedParams>(Object.fromEntries(kept), tecLinkedNames(kind)) }
}
