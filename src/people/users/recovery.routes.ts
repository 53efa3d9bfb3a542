import type { Static } from 'typebox'
import { assertConfirmed } from '../../http/auth/confirmation.ts'
import {
  codesMade,
  makeRecoveryCodes,
  recoveryCodesOf,
  removeRecoveryCodes,
} from '../../http/auth/recoveryCodes.ts'
import { can, type Caller } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Endpoint, Lacking } from '../../http/resource.ts'
import { noParams } from '../../pure/params/path.ts'
import { existing } from './users.routes.ts'
import type { LinkSite } from '../accounts/accounts.links.write.ts'
import { tellOfMethod } from '../accounts/accounts.notices.write.ts'
import { moment, type recoveryCodesRecord } from '../accounts/passkeys.view.ts'

type Told = Static<typeof recoveryCodesRecord>

/** One’s own recovery codes: how many are left, made anew, and removed. */
export function recoveryResource(db: Database, site: () => LinkSite): RootResource {
  return {
    namespace: wpNamespace,
    path: `/${wpNamespace}/users/me/recovery-codes`,
    isExtension: true,
    pathParams: noParams,
    endpoints: [readEndpoint(db), makeEndpoint(db, site), removeEndpoint(db)],
    lacks,
  }
}

async function lacks(caller: Caller): Promise<Lacking> {
  if (can(caller, 'manage_self')) return {}
  return { GET: 'manage_self', POST: 'manage_self', DELETE: 'manage_self' }
}

function readEndpoint(db: Database): Endpoint {
  return {
    methods: ['GET'],
    summary: 'How many recovery codes you have left.',
    title: 'Read how many recovery codes you have left',
    params: noParams,
    answer: { status: 200, says: 'How many, and of when.', schema: 'RecoveryCodes' },
    handle: async ({ caller }) => ({ body: await told(db.read, caller) }),
  }
}

function makeEndpoint(db: Database, site: () => LinkSite): Endpoint {
  return {
    methods: ['POST'],
    showsSecret: true,
    summary: 'Make ten recovery codes in place of the former ones, and answer them, this once.',
    title: 'Make ten recovery codes in place of the former ones',
    operation: 'createWpRecoveryCodes',
    params: noParams,
    answer: { status: 201, says: 'The codes, each of which lets you in once.', schema: 'RecoveryCodes' },
    handle: async ({ caller, now: instant }) => {
      assertConfirmed({ caller, now: instant })
      const now = epochSeconds(instant)
      return db.write(async (tx) => {
        const user = await existing(tx, caller.id)
        await tellOfMethod(tx, user, site(), { at: now, method: 'recoveryCodes' })
        const codes = await makeRecoveryCodes(tx, user, now)
        return { status: 201, body: { ...(await told(tx, caller)), codes } }
      }, 'aside')
    },
  }
}

function removeEndpoint(db: Database): Endpoint {
  return {
    methods: ['DELETE'],
    summary: 'Remove your recovery codes.',
    params: noParams,
    answer: { status: 200, says: 'There are none.', schema: 'RecoveryCodes' },
    handle: async ({ caller, now }) => {
      assertConfirmed({ caller, now })
      return db.write(async (tx) => {
        await removeRecoveryCodes(tx, caller)
        return { body: await told(tx, caller) }
      }, 'aside')
    },
  }
}

async function told(db: Reader, caller: Caller): Promise<Told> {
  const { left, created_at } = await recoveryCodesOf(db, caller)
  return { total: codesMade, left, created: created_at === null ? null : moment(created_at) }
}
