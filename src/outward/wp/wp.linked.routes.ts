import { Type } from 'typebox'
import { can, mayEdit } from '../../http/auth/rights.ts'
import { wpNamespace } from '../../http/discovery.ts'
import { itemMethods } from '../../http/item.ts'
import { bareSizes } from '../../http/list.ts'
import type { Ask, Endpoint, Faults } from '../../http/resource.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import type { LinkedParams } from '../../records/linked/linked.fields.ts'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { listLinked } from '../../records/linked/linked.query.ts'
import type {
  ItemAddress,
  LinkedAddress,
  LinkedRepresentation,
} from '../../records/linked/linked.representation.ts'
import {
  createEndpoint,
  readLinkedRow,
  removeEndpoint,
  updateEndpoint,
} from '../../records/linked/linked.routes.ts'
import { showing } from '../../records/media/media.query.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { statusFaults } from '../../records/posts/posts.faults.ts'
import { orderFaults } from '../../records/posts/posts.order.ts'
import type { ById } from '../../pure/params/path.ts'
import { narrowedIds } from '../../records/posts/posts.query.ts'
import { lacksOnCollection, lacksOnId } from '../../records/posts/posts.rights.ts'
import { assertMayEdit } from '../../records/posts/posts.write.ts'
import { meantByMeta } from '../../records/own/own.meant.ts'
import { faultOf, wpNamesOf, wpWriteParams } from './wp.linked.params.ts'
import { amongFaults, amongHoldsUntil, amongTold, askedOf } from './wp.among.ts'
import { wpLinkedView } from './wp.linked.view.ts'
import { type WpList, wpListed, type WpRead, wpReadParams } from './wp.params.ts'
import {
  byWpId,
  ownFields,
  wpFaults,
  wpListAnswer,
  wpRemoveEndpoint,
  wpResources,
  type WpResources,
} from './wp.ts'

/**
 * Venues or organizers under `wp/v2`, where clients of the original find them by name or slug and make those that are missing, as
 * posts with custom fields.
 */
export function wpLinkedResources(context: Context, kind: LinkedKind): WpResources {
  const representation = wpRepresentation(kind)
  const address = { context, kind, representation, finder: byWpId(context, kind) }
  return wpResources(
    pathOf(kind),
    { endpoints: [listEndpoint(address), wpCreateEndpoint(address)], lacks: lacksOnCollection },
    {
      endpoints: [
        wpReadEndpoint(address),
        wpUpdateEndpoint(address),
        wpRemoveEndpoint(removeEndpoint(address)),
      ],
      lacks: async (caller, { id }) => lacksOnId(context.db.read, caller, id, 'nobody'),
    },
  )
}

function pathOf({ postType }: LinkedKind): string {
  return `/${wpNamespace}/${postType}`
}

/** Wire: what was written is answered as it is to be edited. */
function wpRepresentation(kind: LinkedKind): LinkedRepresentation {
  const toEdit: LinkedRepresentation['written'] = (row, shown) => wpLinkedView(kind, row, shown, 'edit')
  return {
    schema: `Wp${kind.schema}`,
    written: toEdit,
    single: (row, shown) => wpLinkedView(kind, row, shown, 'view'),
    toEdit,
  }
}

const listParams = withPageSizes(Type.Object(wpListed), bareSizes)

function listEndpoint({ context, kind, representation }: LinkedAddress): Endpoint<object, WpList> {
  return {
    methods: ['GET'],
    summary: `List ${kind.table}, the newest first.`,
    params: listParams,
    answer: { status: 200, says: 'One page of the list.', schema: `${representation.schema}List` },
    check: async ({ params, given, caller, now }) => ({
      ...statusFaults(params.status, can(caller, 'edit_own')),
      ...orderFaults(params, given),
      ...amongFaults(params, context.siteZone, now),
    }),
    handle: async ({ params, caller, now, site }) => {
      const include = await narrowedIds(context.db.read, kind, params)
      const others = askedOf(params, context.siteZone, now)
      const asked = { order: 'desc' as const, status: ['publish' as const], ...others, include }
      const sized = { ...context, ...bareSizes }
      const { rows, page } = await listLinked(sized, kind, { params: asked, caller, now })
      const shown = await showing(context, site, rows)
      const items = await inTimeSlices(rows, (row) =>
        wpLinkedView(kind, row, shown, params.context === 'edit' && mayEdit(caller, row) ? 'edit' : 'view'),
      )
      const address = { site, path: pathOf(kind), declared: listParams }
      return {
        ...wpListAnswer(address, { items, page, params: amongTold(params, context.siteZone, now) }),
        holdsUntil: amongHoldsUntil(params),
      }
    },
  }
}

function wpReadEndpoint(address: ItemAddress<ById>): Endpoint<ById, WpRead> {
  const { kind, finder, representation } = address
  return {
    ...itemMethods(kind.name, representation.schema).read,
    params: wpReadParams,
    check: async ({ path }) => ((await finder.find(path)) === undefined ? finder.unknown(path) : {}),
    handle: async (ask) => {
      const { row, shown } = await readLinkedRow(address, ask)
      const isToEdit = ask.params.context === 'edit'
      if (isToEdit) assertMayEdit(ask.caller, row)
      const body = wpLinkedView(kind, row, shown, isToEdit ? 'edit' : 'view')
      return { body, modifiedAt: row.modified_at, holdsUntil: Infinity }
    },
  }
}

function wpCreateEndpoint(address: LinkedAddress): Endpoint<object, WpWrite> {
  const { kind } = address
  const { check, handle, ...create } = createEndpoint(address)
  return {
    ...create,
    params: wpWriteParams(kind, 'create'),
    meant: (sent) => meantByMeta(sent, address.context.declared, kind.name),
    check: async (ask) => faultsOf(kind, await check(ownAsk(kind, ask))),
    handle: async (ask) => {
      const place = `${ask.site.root}${pathOf(kind)}`
      const answer = await handle(ownAsk(kind, ask))
      const { id } = answer.body as { id: number }
      return { ...answer, headers: { Location: `${place}/${id}` } }
    },
  }
}

function wpUpdateEndpoint(address: ItemAddress<ById>): Endpoint<ById, WpWrite> {
  const { kind } = address
  const { check, handle, ...update } = updateEndpoint(address)
  return {
    ...update,
    params: wpWriteParams(kind, 'update'),
    meant: (sent) => meantByMeta(sent, address.context.declared, kind.name),
    check: async (ask) => faultsOf(kind, await check(ownAsk(kind, ask))),
    handle: async (ask) => handle(ownAsk(kind, ask)),
  }
}

/** The decoded parameters of a write, under the names of the original; custom fields under those of their columns. */
interface WpWrite {
  readonly meta?: Readonly<Record<string, unknown>>
  readonly [name: string]: unknown
}

/** What is asked for in the terms of the events namespace. */
function ownAsk<Path>(kind: LinkedKind, ask: Ask<Path, WpWrite>): Ask<Path, LinkedParams> {
  const { meta, ...fields } = ask.params
  return { ...ask, params: { ...ownFields<LinkedParams>(fields, wpNamesOf(kind)), ...meta } }
}

/** The faults under the names of the original; those of custom fields are faults of all of these. */
function faultsOf(kind: LinkedKind, faults: Faults): Faults {
  const { meta } = kind
  const told = Object.entries(faults)
  const ofFields = told.flatMap(([name, says]) => (meta[name] === undefined ? [] : faultOf(meta[name], says)))
  const others = told.filter(([name]) => meta[name] === undefined)
  return {
    ...wpFaults(Object.fromEntries(others), wpNamesOf(kind)),
    ...(ofFields.length > 0 ? { meta: ofFields.join('; ') } : {}),
  }
}
