import type { Caller } from '../../http/auth/rights.ts'
import { mayEdit, mayRead } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { RootResource } from '../../http/discovery.ts'
import type { Endpoint, Lacking } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import type { Finder } from '../../records/posts/posts.finder.ts'
import type { PostKind } from '../../records/posts/posts.kind.ts'
import type { ById } from '../../pure/params/path.ts'
import { findOwned } from '../../records/posts/posts.query.ts'
import { lacksOnId } from '../../records/posts/posts.rights.ts'
import { tecRefusal } from './tec.refusals.ts'

/** The namespace of the newer interface of the original: a second form of the same events, venues and organizers. */
export const tecNamespace = 'tec/v1'

/** The header by which clients say that they know of the state of this interface, and what they say. */
export const acknowledgement = {
  header: 'X-TEC-EEA',
  text: 'I understand that this endpoint is experimental and may change in a future release without maintaining backward compatibility. I also understand that I am using this endpoint at my own risk, while support is not provided for it.',
} as const

/** A resource whose path begins below the namespace. */
type Below<Path> = Pick<RootResource, 'path' | 'pathParams'> & {
  readonly endpoints: readonly Endpoint<Path, never>[]
  lacks(caller: Caller, path: Path): Promise<Lacking>
}

/** An address below the namespace: everything there is done only for those who send the acknowledgement, after their rights are known. */
export function tecResource<Path>(below: Below<Path>) {
  const { path, pathParams, endpoints } = below
  return {
    namespace: tecNamespace,
    path: `/${tecNamespace}${path}`,
    pathParams,
    endpoints: endpoints.map(acknowledged),
    asksLast: true as const,
    readsHeader: acknowledgement.header.toLowerCase(),
    takesHeader: acknowledgement,
    reword: tecRefusal(endpoints),
    lacks: (caller: Caller, at: Path) => below.lacks(caller, at),
  }
}

function acknowledged<Path>(endpoint: Endpoint<Path, never>): Endpoint<Path, never> {
  return {
    ...endpoint,
    handle: (ask) => {
      assertAcknowledged(ask.header)
      return endpoint.handle(ask)
    },
  }
}

function assertAcknowledged(sent: string | undefined): void {
  if (sent?.trim().toLowerCase() === acknowledgement.text.toLowerCase()) return
  throw new ApiError('missing_experimental_endpoint_acknowledgement', acknowledgement)
}

/** Finds a record of the kind by its ID. An address that names none is answered after the rights to it, as everything here. */
export function byTecId({ db }: Pick<Context, 'db'>, kind: PostKind): Finder<ById> {
  return {
    find: async ({ id }) => (await findOwned(db.read, kind, id))?.id,
    unknown: () => ({}),
  }
}

/** Throws 404 where the ID is that of no record of the kind, or of one in the trash. */
export async function assertThere(
  { db }: Pick<Context, 'db'>,
  kind: PostKind,
  { id }: ById,
  { trashed = false }: { readonly trashed?: boolean } = {},
): Promise<void> {
  const post = await findOwned(db.read, kind, id)
  if (post === undefined || (post.status === 'trash' && !trashed))
    throw new ApiError('rest_post_invalid_id', { kind: kind.name, id })
}

/**
 * What the caller lacks on a record. Wire: what they may not read, and what is not there, is refused in the same way, so that nobody
 * learns which IDs there are.
 */
export async function lacksOnRecord(
  { db }: Pick<Context, 'db'>,
  kind: PostKind,
  caller: Caller,
  { id }: ById,
): Promise<Lacking> {
  const lacking = await lacksOnId(db.read, caller, id, 'nobody')
  if (id === 0) return lacking
  const post = await findOwned(db.read, kind, id)
  const isShown =
    post !== undefined && mayRead(caller, post) && (post.status !== 'trash' || mayEdit(caller, post))
  return isShown ? lacking : { ...lacking, GET: 'read_others_unpublished' }
}
