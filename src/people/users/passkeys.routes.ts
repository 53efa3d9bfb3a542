import { Type, type StaticDecode } from 'typebox'
import { assertConfirmed } from '../../http/auth/confirmation.ts'
import { readName } from '../../http/auth/users.ts'
import { type Caller, can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Answer, Ask, Endpoint, Lacking, Resource } from '../../http/resource.ts'
import { parameter } from '../../pure/params/parameter.ts'
import type { Context } from '../../http/context.ts'
import { byUuid, type Rename, renameParams } from './credentials.params.ts'
import { idOf, lacksOn } from './credentials.routes.ts'
import { type ByUser, byUser } from './users.params.ts'
import { existing } from './users.routes.ts'
import { usersPath } from './users.view.ts'
import type { LinkSite } from '../accounts/accounts.links.write.ts'
import { tellOfMethod } from '../accounts/accounts.notices.write.ts'
import { useUp } from '../accounts/passkeys.challenges.ts'
import { type Party, partyOf, type Passkeys } from '../accounts/passkeys.ts'
import { passkeyView } from '../accounts/passkeys.view.ts'
import {
  addPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '../accounts/passkeys.write.ts'

type ByPasskey = ByUser & { readonly uuid: string }

/** What the routes of passkeys are made of. */
export interface PasskeyParts {
  readonly context: Context
  readonly passkeys: Passkeys
  readonly site: () => LinkSite
}

const path = `${usersPath}/{user_id}/passkeys`

const addParams = Type.Object({
  name: Type.Optional(renameParams.properties.name),
  response: parameter(
    Type.Object(
      {},
      { description: 'What the browser says that has made it: the `toJSON` of the credential.' },
    ),
    (sent): unknown => sent,
  ),
})
type AddPasskey = StaticDecode<typeof addParams>

const noParams = Type.Object({})

/** Passkeys beside application passwords: listed, renamed and removed by their owner or who manages users; made by their owner alone. */
export function passkeyResources(parts: PasskeyParts): RootResource[] {
  const shared = { namespace: wpNamespace, isExtension: true as const }
  const all: Resource<ByUser> & { namespace: string } = {
    ...shared,
    path,
    pathParams: byUser,
    endpoints: [listEndpoint(parts), addEndpoint(parts)],
    refuses: { POST: 'rest_cannot_create_passkey' },
    lacks: async (caller, by) => ({ ...lacksOn(caller, by, ['GET']), ...lacksToMake(caller, by) }),
  }
  const options: Resource<ByUser> & { namespace: string } = {
    ...shared,
    path: `${path}/options`,
    pathParams: byUser,
    endpoints: [optionsEndpoint(parts)],
    refuses: { POST: 'rest_cannot_create_passkey' },
    lacks: async (caller, by) => lacksToMake(caller, by),
  }
  const one: Resource<ByPasskey> & { namespace: string } = {
    ...shared,
    path: `${path}/{uuid}`,
    pathParams: Type.Object({ ...byUser.properties, ...byUuid }),
    endpoints: [renameEndpoint(parts), removeEndpoint(parts)],
    lacks: async (caller, by) => lacksOn(caller, by, ['POST', 'PUT', 'PATCH', 'DELETE']),
  }
  return [all, options, one]
}

/** Nobody makes a passkey for somebody else: it would open that account to its maker. */
function lacksToMake(caller: Caller, by: ByUser): Lacking {
  return caller.id !== 0 && idOf(by, caller) === caller.id && can(caller, 'manage_self')
    ? {}
    : { POST: 'manage_self' }
}

function listEndpoint({ context: { db } }: PasskeyParts): Endpoint<ByUser> {
  return {
    methods: ['GET'],
    summary: 'List the passkeys of a user.',
    params: noParams,
    answer: { status: 200, says: 'All of them, the oldest first.', schema: 'PasskeyList' },
    handle: async ({ path: by, caller }) => {
      const user = await existing(db.read, idOf(by, caller))
      return { body: (await listPasskeys(db.read, user)).map(passkeyView) }
    },
  }
}

function optionsEndpoint({ context, passkeys }: PasskeyParts): Endpoint<ByUser> {
  return {
    methods: ['POST'],
    summary: 'Ask for what a browser needs to make a passkey for you.',
    operation: 'createWpPasskeyOptions',
    params: noParams,
    answer: { status: 200, says: 'The options of navigator.credentials.create.', schema: 'PasskeyOptions' },
    handle: async (ask) => {
      const user = await existing(context.db.read, ask.caller.id)
      assertConfirmed(ask)
      return { body: await passkeys.creation(user, partyAt(context, ask)) }
    },
  }
}

function addEndpoint({ context, passkeys, site }: PasskeyParts): Endpoint<ByUser, AddPasskey> {
  const { db } = context
  return {
    methods: ['POST'],
    summary: 'Add a passkey that your browser has made.',
    params: addParams,
    answer: { status: 201, says: 'It, as it is listed.', schema: 'Passkey' },
    handle: async (ask): Promise<Answer> => {
      assertConfirmed(ask)
      const now = epochSeconds(ask.now)
      const owner = await existing(db.read, ask.caller.id)
      const { challenge, passkey } = await passkeys.made(owner, partyAt(context, ask), ask.params.response)
      const name = readName(ask.params.name ?? 'Passkey')
      return db.write(async (tx) => {
        if (!(await useUp(tx, challenge, now))) throw new ApiError('rest_passkey_stale')
        const user = await existing(tx, owner.id)
        await tellOfMethod(tx, user, site(), { at: now, method: 'passkey', called: name })
        return { status: 201, body: passkeyView(await addPasskey(tx, user, { ...passkey, name }, now)) }
      }, 'aside')
    },
  }
}

function renameEndpoint({ context: { db } }: PasskeyParts): Endpoint<ByPasskey, Rename> {
  return {
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Give a passkey another name.',
    params: renameParams,
    answer: { status: 200, says: 'It, as it is now.', schema: 'Passkey' },
    handle: async (ask) => {
      return db.write(async (tx) => {
        const passkey = await passkeyAt(tx, ask)
        await renamePasskey(tx, passkey, ask.params.name)
        return { body: passkeyView({ ...passkey, name: ask.params.name }) }
      }, 'aside')
    },
  }
}

function removeEndpoint({ context: { db } }: PasskeyParts): Endpoint<ByPasskey> {
  return {
    methods: ['DELETE'],
    summary: 'Remove a passkey: it lets nobody in any more.',
    params: noParams,
    answer: { status: 200, says: 'It, as it last was.', schema: 'PasskeyRemoved' },
    handle: async (ask) => {
      return db.write(async (tx) => {
        const found = await passkeyAt(tx, ask)
        assertConfirmed(ask)
        await removePasskey(tx, found)
        return { body: { deleted: true, previous: passkeyView(found) } }
      }, 'aside')
    },
  }
}

async function passkeyAt(
  db: Context['db']['read'],
  { path: by, caller }: Pick<Ask<ByPasskey>, 'path' | 'caller'>,
): Promise<Passkey> {
  const user = await existing(db, idOf(by, caller))
  const uuid = by.uuid.toLowerCase()
  const found = (await listPasskeys(db, user)).find((passkey) => passkey.uuid === uuid)
  if (!found) throw new ApiError('rest_passkey_not_found', { uuid: by.uuid.slice(0, 60) })
  return found
}

function partyAt({ siteName }: Context, { site }: Pick<Ask, 'site'>): Party {
  const party = partyOf(site, siteName)
  if (!party) throw new ApiError('rest_passkeys_unavailable')
  return party
}
