import { sql } from 'kysely'
import { can, type Caller } from '../../http/auth/rights.ts'
import { listUsers, type User } from '../../http/auth/users.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { Page } from '../../http/list.ts'
import { bareSizes } from '../../http/list.ts'
import { fold } from '../../pure/text/fold.ts'
import type { ListUsers, userOrders } from './users.params.ts'
import { slugOfUser } from './users.slug.ts'

/** Where somebody is an author whom everybody may know: of something published without a password. */
const publicPosts = ['events', 'venues', 'organizers'] as const

/** The ids of the users who wrote something that everybody may read. */
async function publicAuthors(db: Reader): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where.or(publicPosts.map((table) => wroteIn(table))))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whether a user wrote something that everybody may read. */
export async function isPublicAuthor(db: Reader, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where((where) => where.or(publicPosts.map((table) => wroteIn(table))))
    .executeTakeFirst()
  return row !== undefined
}

function wroteIn(table: (typeof publicPosts)[number]) {
  const open = table === 'events' ? sql`and posts.password_digest is null` : sql``
  return sql<boolean>`exists (select 1 from ${sql.table(table)} as posts
    where posts.author_id = users.id and posts.status = 'publish' ${open})`
}

/**
 * One page of the users that the caller may see. There are few of them, so that all are read, and chosen and ordered here: alike on both
 * databases.
 */
export async function findUsers(
  db: Reader,
  params: ListUsers,
  caller: Caller,
): Promise<{ rows: readonly User[]; page: Page }> {
  const manages = can(caller, 'manage_users')
  // Who may only choose authors sees those who may write: that is what they ask for.
  const isLimited = params.has_published_posts === true || (!manages && params.who !== 'authors')
  const authors = isLimited ? await publicAuthors(db) : undefined
  const words = params.search === undefined ? undefined : fold(params.search.trim())
  const chosen = (await listUsers(db)).filter(
    (user) =>
      (authors === undefined || authors.has(user.id)) &&
      (params.who === undefined || can(callerOf(user), 'edit_own')) &&
      (params.include?.includes(user.id) ?? true) &&
      !(params.exclude?.includes(user.id) ?? false) &&
      (params.roles?.includes(user.role) ?? true) &&
      (params.slug?.includes(slugOfUser(user)) ?? true) &&
      (words === undefined || searched(user, manages).some((text) => fold(text).includes(words))),
  )
  const perPage = Math.min(params.per_page ?? bareSizes.perPage, bareSizes.perPageMax)
  const skipped = params.offset ?? ((params.page ?? 1) - 1) * perPage
  const rows = ordered(chosen, params).slice(skipped, skipped + perPage)
  return { rows, page: { page: Math.floor(skipped / perPage) + 1, perPage, total: chosen.length } }
}

function callerOf({ id, role, login }: User): Caller {
  return { id, role, login }
}

/** Where a search looks: strangers find nobody by what they are not shown. */
function searched(user: User, manages: boolean): string[] {
  const { name, login, email, url, nickname } = user
  return [name, slugOfUser(user), ...(manages ? [login, email, url, nickname] : [])]
}

type Compare = (one: User, other: User) => number

const byText = (text: (user: User) => string): Compare => {
  return (one, other) => {
    const [a, b] = [fold(text(one)), fold(text(other))]
    return a < b ? -1 : a > b ? 1 : 0
  }
}

function ordered(users: User[], { orderby = 'name', order, include = [], slug = [] }: ListUsers): User[] {
  const orders: Readonly<Record<(typeof userOrders)[number], Compare>> = {
    id: (one, other) => one.id - other.id,
    include: (one, other) => include.indexOf(one.id) - include.indexOf(other.id),
    name: byText(({ name }) => name),
    registered_date: (one, other) => one.created_at - other.created_at,
    slug: byText(slugOfUser),
    include_slugs: (one, other) => slug.indexOf(slugOfUser(one)) - slug.indexOf(slugOfUser(other)),
    email: byText(({ email }) => email),
    url: byText(({ url }) => url),
  }
  const sign = order === 'desc' ? -1 : 1
  return users.toSorted((one, other) => sign * (orders[orderby](one, other) || one.id - other.id))
}
