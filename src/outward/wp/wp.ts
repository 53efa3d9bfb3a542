import type { TObject } from 'typebox'
import { ApiError } from '../../pure/errors/errors.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import { assertBarePage, bareListAnswer, type Page, repeated, type Repeatable } from '../../http/list.ts'
import type { Answer, Endpoint, Faults, Resource } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import type { Finder } from '../../records/posts/posts.finder.ts'
import type { PostKind } from '../../records/posts/posts.kind.ts'
import { deleteParams } from '../../records/posts/posts.params.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { findOwned } from '../../records/posts/posts.query.ts'

/** The list of a kind of posts below `wp/v2`, and each of them. */
export type WpResources = [RootResource, Pick<RootResource, 'namespace'> & Resource<ById>]

/** The two addresses that each kind of posts has below `wp/v2`. */
export function wpResources(
  path: string,
  list: Pick<RootResource, 'endpoints' | 'lacks'>,
  item: Pick<Resource<ById>, 'endpoints' | 'lacks'>,
): WpResources {
  return [
    { namespace: wpNamespace, path, pathParams: noParams, ...list },
    { namespace: wpNamespace, path: `${path}/{id}`, pathParams: byId, ...item },
  ]
}

/** Fields of ours, with the names that they have in the original. */
export type WpNames = Readonly<Record<string, string>>

/** The names of the fields that posts of all kinds have. */
export const wpNames = {
  date_utc: 'date_gmt',
  description: 'content',
  image: 'featured_media',
} as const satisfies WpNames

/** What was sent under the names of the original, under our own; the caller knows what its parameters decode to. */
export function ownFields<Own>(sent: object, names: WpNames): Own {
  const own = new Map(Object.entries(names).map(([name, theirs]) => [theirs, name]))
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [own.get(name) ?? name, value]),
  ) as Own
}

/** The faults, under the names by which the parameters were sent. */
export function wpFaults(faults: Faults, names: WpNames): Faults {
  return Object.fromEntries(Object.entries(faults).map(([name, says]) => [names[name] ?? name, says]))
}

/** Finds a post of the kind by its ID; where there is none, that is a refusal and not a fault of the parameter. */
export function byWpId({ db }: Pick<Context, 'db'>, kind: PostKind): Finder<ById> {
  return {
    find: async ({ id }) => (await findOwned(db.read, kind, id))?.id,
    unknown: ({ id }) => {
      throw new ApiError('rest_post_invalid_id', { kind: kind.name, id })
    },
  }
}

/** Wire: beside what was removed for good stands the word that it is gone; what is in the trash already is refused by another name. */
export function wpRemoveEndpoint(
  remove: Endpoint<ById, { force?: boolean }>,
): Endpoint<ById, { force?: boolean }> {
  return {
    ...remove,
    params: deleteParams,
    answer: { ...remove.answer, schema: `${remove.answer.schema}Removed` },
    handle: async (ask) => {
      const { body } = await remove.handle(ask).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 410) throw new ApiError('rest_already_trashed')
        throw error
      })
      return { body: ask.params.force ? { deleted: true, previous: body } : body }
    },
  }
}

/** A page of a list, with the parameters by which it was asked for; throws 400 for a page past the last one. */
export function wpListAnswer(
  address: { readonly site: Site; readonly path: string; readonly declared: TObject },
  list: {
    readonly items: readonly object[]
    readonly page: Page
    readonly params: Readonly<Record<string, Repeatable>>
  },
): Answer {
  const { items, page } = list
  assertBarePage(page)
  const { page: _page, ...given } = { ...list.params, page, per_page: page.perPage }
  const filters = repeated(given, Object.keys(address.declared.properties))
  return bareListAnswer(`${address.site.root}${address.path}`, { items, page, filters })
}
