import { type Caller, can, rightToDelete, rightToEdit } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { Lacking } from '../../http/resource.ts'
import type { PostKind } from './posts.kind.ts'
import { findIdBySlug, findOwned, findOwnedOfAnyKind, type OwnedPost } from './posts.query.ts'

/** What the caller lacks on a collection of posts. */
export async function lacksOnCollection(caller: Caller): Promise<Lacking> {
  return lacking(caller, { POST: 'create' })
}

/**
 * What the caller lacks on the post with this id. Wire: an unknown id needs the right to edit at all where such ids are
 * answered 404 (events), and needs no right where they are an invalid parameter; 0 is always the former; the id of another
 * kind of post needs the rights to that post.
 */
export async function lacksOnId(
  db: Reader,
  caller: Caller,
  id: number | undefined,
  unknown: 'anyone' | 'nobody',
): Promise<Lacking> {
  if (!can(caller, 'edit_own')) return lacking(caller, byNobody)
  const post = id ? await findOwnedOfAnyKind(db, id) : undefined
  return lacksOnPost(caller, post, id ? unknown : 'anyone')
}

/** What the caller lacks on the post with this slug; an unknown one needs the right to edit at all. */
export async function lacksOnSlug(
  db: Reader,
  caller: Caller,
  kind: PostKind,
  slug: string | undefined,
): Promise<Lacking> {
  if (!can(caller, 'edit_own')) return lacking(caller, byNobody)
  const id = slug === undefined ? undefined : await findIdBySlug(db, kind, slug)
  return lacksOnPost(caller, id === undefined ? undefined : await findOwned(db, kind, id), 'anyone')
}

const byNobody = {
  POST: 'edit_others',
  PUT: 'edit_others',
  PATCH: 'edit_others',
  DELETE: 'delete_others',
} as const

/** What the caller lacks who writes to posts that are not named: the rights to each of them are asked later. */
export async function lacksOnSome(caller: Caller): Promise<Lacking> {
  return lacksOnPost(caller, undefined, 'anyone')
}

function lacksOnPost(caller: Caller, post: OwnedPost | undefined, unknown: 'anyone' | 'nobody'): Lacking {
  if (!post && unknown === 'nobody') return byNobody
  const edit = post ? rightToEdit(caller, post) : 'edit_own'
  return lacking(caller, {
    POST: edit,
    PUT: edit,
    PATCH: edit,
    DELETE: post ? rightToDelete(caller, post) : 'delete_own',
  })
}

function lacking(caller: Caller, needed: Lacking): Lacking {
  return Object.fromEntries(Object.entries(needed).filter(([, right]) => !can(caller, right)))
}
