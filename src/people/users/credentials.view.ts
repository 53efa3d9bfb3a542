import { instantOf } from '../../pure/calendar/text.ts'
import { Type, type Static } from 'typebox'
import type { Credential } from '../../http/auth/credentials.ts'
import type { Site } from '../../http/site.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { wpLinksRecord } from '../../http/wp.record.ts'
import { usersPath } from './users.view.ts'

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const uuid = Type.String({ format: 'uuid', description: 'By which the credential is named.' })
const name = Type.String({ description: 'What it is for.' })

/** An application password as clients of the original know it. */
export const wpPasswordRecord = Type.Object({
  uuid,
  app_id: Type.String({ description: 'The UUID of the program that asked for it; empty for none.' }),
  name,
  created: Type.String({ description: 'When it was made, in UTC.' }),
  last_used: orNull('When it was last sent, in UTC.'),
  last_ip: orNull('The address that it was last sent from.'),
  password: Type.Optional(
    Type.String({ description: 'The password itself: only in the answer that made it.' }),
  ),
  _links: wpLinksRecord,
})
export type WpPassword = Static<typeof wpPasswordRecord>

/** A bearer token. */
export const tokenRecord = Type.Object({
  uuid,
  name,
  scope: Type.String({ description: 'What it may be used for: read, write or admin.' }),
  expires: orNull('When it ends, in UTC; null: never.'),
  created: Type.String({ description: 'When it was made, in UTC.' }),
  last_used: orNull('When it was last sent, in UTC.'),
  last_ip: orNull('The address that it was last sent from.'),
  token: Type.Optional(Type.String({ description: 'The token itself: only in the answer that made it.' })),
  _links: wpLinksRecord,
})
export type TokenRecord = Static<typeof tokenRecord>

/** What the removal of one, or of all of them, is answered with. */
export const wpPasswordRemovedRecord = Type.Object({
  deleted: Type.Boolean({ description: 'Always true.' }),
  previous: Type.Optional(Type.Unknown({ description: 'The credential as it last was.' })),
  count: Type.Optional(Type.Integer({ description: 'How many were revoked.' })),
})

/** Whose credential it is, and where it is. */
interface Place {
  readonly site: Site
  readonly user: { readonly id: number }
}

/** Wire: moments without their zone, which is UTC. */
export function passwordView(row: Credential, place: Place, password?: string): WpPassword {
  return inOrder<WpPassword>(wpPasswordRecord, {
    uuid: row.uuid,
    app_id: row.app_id,
    name: row.name,
    created: moment(row.created_at).slice(0, -1),
    last_used: row.last_used_at === null ? null : moment(row.last_used_at).slice(0, -1),
    last_ip: row.last_ip || null,
    ...(password === undefined ? {} : { password }),
    _links: linksOf(row, place, 'application-passwords'),
  })
}

/** The token as it is listed; with its secret in the answer that made it. */
export function tokenView(row: Credential, place: Place, token?: string): TokenRecord {
  return inOrder<TokenRecord>(tokenRecord, {
    uuid: row.uuid,
    name: row.name,
    scope: row.scope,
    expires: row.expires_at === null ? null : moment(row.expires_at),
    created: moment(row.created_at),
    last_used: row.last_used_at === null ? null : moment(row.last_used_at),
    last_ip: row.last_ip || null,
    ...(token === undefined ? {} : { token }),
    _links: linksOf(row, place, 'tokens'),
  })
}

function linksOf({ uuid }: Credential, { site, user }: Place, kind: string) {
  return { self: [{ href: `${site.root}${usersPath}/${user.id}/${kind}/${uuid}` }] }
}

/** `2031-03-01T10:00:00Z` */
function moment(seconds: number): string {
  return instantOf(seconds).toString({ smallestUnit: 'second' })
}
