import { randomBytes } from 'node:crypto'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { Selectable } from 'kysely'
import type { LinkKind, OneTimeLinksTable } from '../../storage/schema/tables.sessions.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { clocksApart_s, digestOfSecret, longOver_s } from './sessions.ts'

const secretBytes = 32

/** How long a link of each kind works, in seconds. */
const life_s: Readonly<Record<LinkKind, number>> = {
  setup: 7 * 86_400,
  invitation: 7 * 86_400,
  reset: 3600,
  email: 86_400,
}

/** A link that was just made: its secret cannot be read again. */
export interface MadeLink {
  readonly secret: string
  readonly until: EpochSeconds
}

/** A link that is wanted: for whom, made by whom, and which address it confirms. */
export interface WantedLink {
  readonly kind: LinkKind
  readonly user: { readonly id: number } | undefined
  readonly now: EpochSeconds
  readonly by?: number | undefined
  readonly email?: string | undefined
}

/** A link that still works. */
export interface OpenLink {
  readonly kind: LinkKind
  readonly user_id: number | null
  /** The address that it confirms; empty for none. */
  readonly email: string
}

/** Makes a link that works once; only the digest of its secret is stored. */
export async function makeLink(tx: Writer, wanted: WantedLink): Promise<MadeLink> {
  const { kind, user, now, by, email = '' } = wanted
  await tx
    .deleteFrom('one_time_links')
    .where('expires_at', '<=', now - longOver_s)
    .execute()
  const secret = randomBytes(secretBytes).toString('base64url')
  const until = now + life_s[kind]
  await tx
    .insertInto('one_time_links')
    .values({
      token_hash: digestOfSecret(secret),
      kind,
      email,
      user_id: user?.id ?? null,
      expires_at: until,
      created_at: now,
      created_by: by ?? null,
    })
    .execute()
  return { secret, until }
}

/** The link with this secret while it works, without using it up; undefined for one that is unknown, used or too old. */
export async function findLink(db: Reader, secret: string, now: EpochSeconds): Promise<OpenLink | undefined> {
  const row = await db
    .selectFrom('one_time_links')
    .select(['kind', 'user_id', 'email', 'created_at', 'expires_at'])
    .where('token_hash', '=', digestOfSecret(secret))
    .executeTakeFirst()
  // One from a time to come is of a clock that was wrong, and would work for too long.
  if (!row || now >= row.expires_at || row.created_at > now + clocksApart_s) return undefined
  return { kind: row.kind, user_id: row.user_id, email: row.email }
}

/** Uses the link up, in the transaction of what it is used for: of two who come with the same link, one gets it. */
export async function takeLink(tx: Writer, secret: string, now: EpochSeconds): Promise<OpenLink | undefined> {
  const link = await findLink(tx, secret, now)
  await tx.deleteFrom('one_time_links').where('token_hash', '=', digestOfSecret(secret)).execute()
  return link
}

/** Ends the links by which the user could choose a password or confirm an address; only those of a kind, if one is named. */
export async function endLinks(tx: Writer, user: { readonly id: number }, kind?: LinkKind): Promise<void> {
  const ending = tx.deleteFrom('one_time_links').where('user_id', '=', user.id)
  await (kind === undefined ? ending : ending.where('kind', '=', kind)).execute()
}

/** The links of a kind that still work, the newest first; of one user, if one is named. */
export async function openLinks(
  db: Reader,
  { kind, now, user }: { kind: LinkKind; now: EpochSeconds; user?: { readonly id: number } | undefined },
): Promise<Selectable<OneTimeLinksTable>[]> {
  const all = db
    .selectFrom('one_time_links')
    .selectAll()
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
  return (user === undefined ? all : all.where('user_id', '=', user.id)).execute()
}
