import { type Caller, can } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { findEvent } from '../rows/event.query.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { itemMethods } from '../../http/item.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import { movedTo } from '../../http/permanentRedirect.ts'
import { repeated } from '../../http/list.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import type { Ask, Checked, Endpoint, Faults, Lacking, Resource } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import { abridged, Fault, quote } from '../../pure/params/parameter.ts'
import type { Context } from '../../http/context.ts'
import { wholly } from '../../http/wholly.ts'
import { unknownEvent } from '../posts/posts.faults.ts'
import { mergedIds } from '../posts/posts.merged.query.ts'
import { normalSlug } from '../posts/posts.query.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import type { TermKind } from './terms.kind.ts'
import { listTerms } from './terms.list.ts'
import {
  ownRepresentation,
  type TermRepresentation,
  wpRepresentation,
  wpTermPath,
} from './terms.representation.ts'
import { type ListTerms, wpDeleteTermParams } from './terms.params.ts'
import { findAncestors, findBySlug, findTerm, type TermName, unknownTerms } from './terms.query.ts'
import type { TermRow } from './terms.row.ts'
import { createTerm, deleteTerm, type Guard, type SentTerm, updateTerm } from './terms.write.ts'

/** The decoded parameters of a write. */
export interface TermParams {
  readonly name?: string
  readonly description?: string | null
  readonly slug?: string
  /** For a category what was sent, null at the top; for a tag anything, as it is refused. */
  readonly parent?: unknown
}

/** The addresses of categories or tags: the list, and one by id; there is none by slug (specification 4.5, 4.6). */
export function termResources(context: Context, kind: TermKind): Resource<never>[] {
  const address = { context, kind, representation: ownRepresentation(kind, context) }
  const collection: Resource = {
    path: `/${kind.key}`,
    pathParams: noParams,
    endpoints: [listEndpoint(address), createEndpoint(address)],
    lacks: async (caller) => lackingToCreate(caller, address.representation),
  }
  const one: Resource<ById> = {
    path: `/${kind.key}/{id}`,
    pathParams: byId,
    endpoints: [readEndpoint(address), updateEndpoint(address), deleteEndpoint(address)],
    lacks: async (caller) => lacking(caller, kind),
  }
  return [collection, one]
}

/** The same under `wp/v2`, where clients of the original look terms up and make those that are missing. */
export function wpTermResources(
  context: Context,
  kind: TermKind,
): [RootResource, Resource<ById> & { namespace: string }] {
  const address = { context, kind, representation: wpRepresentation(kind) }
  const [namespace, path] = [wpNamespace, wpTermPath(kind)]
  return [
    {
      namespace,
      path,
      pathParams: noParams,
      endpoints: [listEndpoint(address), createEndpoint(address)],
      lacks: async (caller) => lackingToCreate(caller, address.representation),
    },
    {
      namespace,
      path: `${path}/{id}`,
      pathParams: byId,
      endpoints: [readEndpoint(address), updateEndpoint(address), wpDeleteEndpoint(address)],
      lacks: async (caller) => lacking(caller, kind),
    },
  ]
}

/** Where terms of one kind are served, and how they are represented there. */
export interface TermAddress {
  readonly context: Context
  readonly kind: TermKind
  readonly representation: TermRepresentation
}

function listEndpoint({ context, kind, representation }: TermAddress): Endpoint<object, ListTerms> {
  return {
    methods: ['GET'],
    summary: `List ${kind.key}, by name unless asked otherwise.`,
    params: withPageSizes(representation.listParams, representation.sizes),
    answer: {
      status: 200,
      says: 'One page of the list; past its end an empty one.',
      schema: `${representation.schema}List`,
    },
    check: async ({ params, caller }) => ({
      ...(representation.allowsUnknown
        ? await wordFaults(context, kind, params.parent)
        : await filterFaults(context, kind, params)),
      ...(await eventFaults(context, 'post', params.post, caller)),
      ...(await eventFaults(context, 'event', params.event, caller)),
    }),
    handle: async ({ params, site }) => {
      const { rows, page } = await listTerms({ db: context.db, ...representation.sizes }, kind, {
        ...representation.usual,
        ...params,
      })
      const ancestors = await findAncestors(context.db.read, rows)
      const items = await inTimeSlices(rows, (row) => representation.view(row, site, ancestors))
      const filters = filtersOf(representation, params, page.perPage)
      return { ...representation.list(site, { items, page, filters }), holdsUntil: Infinity }
    },
  }
}

function createEndpoint({
  context,
  kind,
  representation,
}: TermAddress): Endpoint<object, TermParams & { name: string }> {
  return {
    methods: ['POST'],
    summary: `Create a ${kind.name}.`,
    params: representation.createParams,
    answer: { status: 201, says: `The new ${kind.name}.`, schema: representation.schema },
    check: ({ params }) => parentFaults(context, kind, params.parent),
    handle: async ({ params, site }) => {
      return wholly(context, async (within) => {
        const id = await createTerm(within, kind, { ...sentOf(kind, params), name: params.name })
        const row = await existing(within, kind, id)
        const body = await viewOf(within.db.read, representation, row, site)
        return { status: 201, body, headers: { Location: representation.address(row, site) } }
      })
    },
  }
}

function readEndpoint(address: TermAddress): Endpoint<ById> {
  const { context, kind, representation } = address
  return {
    ...itemMethods(kind.name, representation.schema).read,
    params: noParams,
    check: async ({ path }) =>
      (await movedFrom(address, path)) === undefined ? idFaults(address, path) : {},
    handle: async ({ path, site }) => {
      const now = await movedFrom(address, path)
      if (now !== undefined) return movedTo(representation.address({ id: now }, site), now)
      const row = await existing(context, kind, path.id)
      return { body: await viewOf(context.db.read, representation, row, site), holdsUntil: Infinity }
    },
  }
}

function updateEndpoint(address: TermAddress): Endpoint<ById, TermParams> {
  const { context, kind, representation } = address
  return {
    ...itemMethods(kind.name, representation.schema).update,
    params: kind.updateParams,
    check: async ({ path, params }) => ({
      ...(await idFaults(address, path)),
      ...(await parentFaults(context, kind, params.parent)),
    }),
    handle: async (ask) => {
      const { id } = ask.path
      const guard = guardOf(representation, ask)
      return wholly(context, async (within) => {
        await updateTerm(within, kind, { id, sent: sentOf(kind, ask.params), guard, home: ask.site.home })
        const row = await existing(within, kind, id)
        return { body: await viewOf(within.db.read, representation, row, ask.site) }
      })
    },
  }
}

function deleteEndpoint(address: TermAddress): Endpoint<ById> {
  const { context, kind, representation } = address
  return {
    ...itemMethods(kind.name, representation.schema).remove,
    summary: `Remove a ${kind.name} for good; events lose it${kind.hierarchical ? ', and its children move up' : ''}.`,
    params: noParams,
    check: ({ path }) => idFaults(address, path),
    handle: async (ask) => {
      const guard = guardOf(representation, ask)
      return wholly(context, async (within) => {
        const { row, ancestors } = await deleteTerm(within, kind, { id: ask.path.id, guard })
        return { body: representation.view(row, ask.site, ancestors) }
      })
    },
  }
}

/** Wire: refused unless it is for good; the answer holds the term as it last was, beside the word that it is gone. */
function wpDeleteEndpoint(address: TermAddress): Endpoint<ById, { force?: boolean }> {
  const remove = deleteEndpoint(address)
  return {
    ...remove,
    params: wpDeleteTermParams,
    answer: { ...remove.answer, schema: `${remove.answer.schema}Removed` },
    handle: async (ask) => {
      if (!ask.params.force) throw new ApiError('rest_trash_not_supported')
      return { body: { deleted: true, previous: (await remove.handle(ask)).body } }
    },
  }
}

/** The term that the one with this id has become, if it was merged into it. */
async function movedFrom({ context: { db }, kind }: TermAddress, { id }: ById): Promise<number | undefined> {
  if (await findTerm(db.read, kind, id)) return undefined
  return (await mergedIds(db.read, kind.name, [id])).get(id)
}

/** What the caller lacks at one term. Wire: an unknown id needs the same right as a known one. */
export function lacking(caller: Caller, { right }: TermKind): Lacking {
  return can(caller, right) ? {} : { POST: right, PUT: right, PATCH: right, DELETE: right }
}

function lackingToCreate(caller: Caller, { rightToCreate }: TermRepresentation): Lacking {
  return can(caller, rightToCreate) ? {} : { POST: rightToCreate }
}

async function viewOf(db: Reader, { view }: TermRepresentation, row: TermRow, site: Site): Promise<object> {
  return view(row, site, await findAncestors(db, [row]))
}

/** Compares the row about to be changed, as a read would show it, with If-Match. */
export function guardOf(representation: TermRepresentation, ask: Pick<Ask, 'assertMatch' | 'site'>): Guard {
  return async (tx, row) => ask.assertMatch(async () => viewOf(tx, representation, row, ask.site))
}

async function existing(context: Context, kind: TermKind, id: number): Promise<TermRow> {
  const row = await findTerm(context.db.read, kind, id)
  if (!row) throw invalidParams({ id: `names a ${kind.name} that is gone` })
  return row
}

/** Wire: the parent of a tag has a refusal of its own, which comes after all other faults (`wire-others.md` 3.1). */
/** The fields of a term as they are stored. */
export function sentOf(kind: TermKind, { parent, ...rest }: TermParams): SentTerm {
  if (parent === undefined) return rest
  if (!kind.hierarchical) throw new ApiError('rest_taxonomy_not_hierarchical')
  return { ...rest, parent: typeof parent === 'number' ? parent : 0 }
}

/** The faults of an ID that no term of the kind has. */
export async function idFaults(
  { context, kind, representation }: TermAddress,
  { id }: ById,
): Promise<Faults> {
  if (await findTerm(context.db.read, kind, id)) return {}
  if (representation.unknown) throw new ApiError(representation.unknown, { kind: kind.name, id })
  return { id: `must be the ID of a ${kind.name}, and none has the ID ${id}` }
}

/** The faults of a list that names terms of which there are none. */
async function filterFaults(context: Context, kind: TermKind, params: Partial<ListTerms>): Promise<Checked> {
  return {
    ...(await termFaults(context, kind, 'exclude', params.exclude)),
    ...(await termFaults(context, kind, 'include', params.include)),
    ...(await parentFaults(context, kind, params.parent)),
  }
}

/** The fault of a parent that there is not, or that none can have. */
export async function parentFaults(context: Context, kind: TermKind, parent: unknown): Promise<Checked> {
  if (!kind.hierarchical) return {}
  if (typeof parent !== 'number') return wordFaults(context, kind, parent)
  if (await findTerm(context.db.read, kind, parent)) return {}
  return { parent: `must be the ID of a ${kind.name}, and none has the ID ${parent}` }
}

/** Wire: the slug of a category is of the wrong type, any other word names none (D53). */
async function wordFaults({ db }: Context, kind: TermKind, parent: unknown): Promise<Checked> {
  if (typeof parent !== 'string') return {}
  const known = await findBySlug(db.read, kind, normalSlug(parent))
  if (!known) return { parent: `must be the ID of a ${kind.name}, not ${quote(parent)}` }
  return { parent: new Fault(`must be the ID of a ${kind.name}, here ${known.id}, not its slug`, 'type') }
}

async function termFaults(
  context: Context,
  kind: TermKind,
  param: string,
  named: readonly TermName[] | undefined,
): Promise<Faults> {
  const unknown = named ? await unknownTerms(context.db.read, kind.taxonomy, named) : []
  if (unknown.length === 0) return {}
  return {
    [param]: `must list IDs of ${kind.key}, and ${abridged(unknown.map(quote))} is none`,
  }
}

async function eventFaults(
  context: Context,
  param: string,
  id: number | undefined,
  caller: Caller,
): Promise<Faults> {
  if (id === undefined || (await findEvent(context, id, { caller }))) return {}
  return { [param]: unknownEvent(id) }
}

/** The filters of a list as its links repeat them: those that were sent, in declaration order (D29). */
function filtersOf(
  { listParams }: TermRepresentation,
  params: ListTerms,
  perPage: number,
): [string, string][] {
  const { page: _page, ...others } = params
  return repeated({ ...others, per_page: perPage }, Object.keys(listParams.properties))
}
