import { Type, type Static } from 'typebox'
import { can, type Caller } from '../../http/auth/rights.ts'
import { endSessions, listSessions, type Session } from '../../http/auth/sessions.ts'
import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Endpoint, Lacking, Resource } from '../../http/resource.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'

/** A session as it is told its owner. */
export const sessionRecord = Type.Object(
  {
    id: Type.Integer(),
    created: Type.String({ format: 'date-time', description: 'When it was started by signing in.' }),
    last_used: Type.String({ format: 'date-time', description: 'When it was last used, to a minute.' }),
    expires: Type.String({ format: 'date-time', description: 'When it ends, however much it is used.' }),
    ip: Type.String({ description: 'The address it was started from.' }),
    user_agent: Type.String({ description: 'What the browser called itself.' }),
    current: Type.Boolean({ description: 'Whether the request came with it.' }),
  },
  { description: 'A browser in which somebody has signed in.' },
)

/** What is answered once sessions have ended. */
export const endedRecord = Type.Object({
  deleted: Type.Boolean({ description: 'Always true.' }),
  count: Type.Integer({ description: 'How many have ended.' }),
})
export type SessionRecord = Static<typeof sessionRecord>

const path = `/${wpNamespace}/users/me/sessions`

/** The sessions of whoever asks: listed, and ended one by one or all others at once. */
export function sessionResources(db: Database): [RootResource, Resource<ById> & { namespace: string }] {
  return [
    {
      namespace: wpNamespace,
      path,
      isExtension: true,
      pathParams: noParams,
      endpoints: [listEndpoint(db), endOthersEndpoint(db)],
      lacks,
    },
    {
      namespace: wpNamespace,
      path: `${path}/{id}`,
      isExtension: true,
      pathParams: byId,
      endpoints: [endEndpoint(db)],
      lacks,
    },
  ]
}

async function lacks(caller: Caller): Promise<Lacking> {
  if (can(caller, 'manage_self')) return {}
  return { GET: 'manage_self', DELETE: 'manage_self' }
}

function listEndpoint(db: Database): Endpoint {
  return {
    methods: ['GET'],
    summary: 'List the browsers in which you have signed in.',
    operation: 'listWpSessions',
    params: noParams,
    answer: { status: 200, says: 'The sessions that last, the one used last first.', schema: 'Sessions' },
    handle: async ({ caller, now }) => {
      const sessions = await listSessions(db.read, caller, epochSeconds(now))
      return { body: sessions.map((session) => view(session, caller)) }
    },
  }
}

function endOthersEndpoint(db: Database): Endpoint {
  return {
    methods: ['DELETE'],
    summary: 'End all your sessions but the one that asks; all of them, asked with a password or a token.',
    operation: 'endWpSessions',
    params: noParams,
    answer: { status: 200, says: 'How many have ended.', schema: 'EndedSessions' },
    handle: async ({ caller }) => {
      const count = await db.write((tx) => endSessions(tx, caller, { but: caller.session }), 'aside')
      return { body: { deleted: true, count } }
    },
  }
}

function endEndpoint(db: Database): Endpoint<ById> {
  return {
    methods: ['DELETE'],
    summary: 'End one of your sessions.',
    operation: 'endWpSession',
    params: noParams,
    answer: { status: 200, says: 'It has ended.', schema: 'EndedSessions' },
    handle: async ({ caller, path: { id } }) => {
      const count = await db.write((tx) => endSessions(tx, caller, { only: id }), 'aside')
      // Those of others are as unknown as any.
      if (count === 0) throw new ApiError('rest_session_not_found', { id })
      return { body: { deleted: true, count } }
    },
  }
}

function view(session: Session, caller: Caller): Static<typeof sessionRecord> {
  const { id, created_at, used_at, expires_at, address, user_agent } = session
  return {
    id,
    created: moment(created_at),
    last_used: moment(used_at),
    expires: moment(expires_at),
    ip: address,
    user_agent,
    current: id === caller.session,
  }
}

function moment(at: EpochSeconds): string {
  return instantOf(at).toString()
}
