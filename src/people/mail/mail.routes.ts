import { Type, type StaticDecode } from 'typebox'
import { randomAlphanumerics } from '../../http/auth/random.ts'
import { can, type Caller } from '../../http/auth/rights.ts'
import { userWithId } from '../../http/auth/users.ts'
import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { DeliveryFault } from '../delivery/delivery.fault.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Endpoint, Lacking, Method, Resource } from '../../http/resource.ts'
import { email } from '../../pure/params/texts.ts'
import { noParams } from '../../pure/params/path.ts'
import { isEmail } from '../../pure/text/address.ts'
import { countWaitingMails, lastMailSent, queuedMails, type QueuedMail } from './mail.query.ts'
import type { MailsRecord } from './mail.record.ts'
import { isMailSet, mailSiteOf } from './mail.site.ts'
import { testMail } from './mail.templates.ts'
import { transportOf } from './mail.transport.ts'
import { keyLength } from './mail.write.ts'

/** What the routes about mail are made of. */
export interface MailRoutes {
  readonly db: Database
  /** The settings as they are now. */
  readonly live: { readonly config: Config }
}

/** How long handing over a test may take, in milliseconds. */
const patience_ms = 20_000

const testParams = Type.Object({
  to: Type.Optional(email('Where to; by default the address of who asks.')),
})
type TestMail = StaticDecode<typeof testParams>

/** How mail stands, and a test of it, for those who manage the settings. */
export function mailResources(parts: MailRoutes): Resource[] {
  const shared = { isExtension: true as const, pathParams: noParams }
  return [
    { ...shared, path: '/mails', endpoints: [readEndpoint(parts)], lacks: lacksOn('GET') },
    { ...shared, path: '/mails/test', endpoints: [testEndpoint(parts)], lacks: lacksOn('POST') },
  ]
}

function lacksOn(method: Method): (caller: Caller) => Promise<Lacking> {
  return async (caller) => (can(caller, 'manage_settings') ? {} : { [method]: 'manage_settings' as const })
}

function readEndpoint({ db, live }: MailRoutes): Endpoint {
  return {
    methods: ['GET'],
    summary: 'See which mails wait or were given up, and why.',
    operation: 'listMails',
    params: noParams,
    answer: { status: 200, says: 'How mail stands.', schema: 'Mails' },
    handle: async () => {
      const rows = await queuedMails(db.read)
      const sent = await lastMailSent(db.read)
      const body: MailsRecord = {
        set: isMailSet(live.config),
        waiting: await countWaitingMails(db.read),
        last_sent: sent === null ? null : moment(sent),
        mails: rows.map(view),
      }
      return { body }
    },
  }
}

function testEndpoint({ db, live }: MailRoutes): Endpoint<object, TestMail> {
  return {
    methods: ['POST'],
    summary: 'Send a mail now, and say what the server said or what is wrong.',
    operation: 'testMail',
    params: testParams,
    answer: { status: 200, says: 'It was taken.', schema: 'MailTest' },
    handle: async ({ params, caller, now }) => {
      const to = params.to || ((await userWithId(db.read, caller.id))?.email ?? '')
      if (!isEmail(to)) throw invalidParams({ to: 'is needed, as your account has no e-mail address' })
      const transport = transportOf(live.config)
      if (!transport) throw new ApiError('rest_mail_not_set')
      const mail = testMail(mailSiteOf(live.config), to)
      const key = randomAlphanumerics(keyLength)
      try {
        const outgoing = { ...mail, key, at: epochSeconds(now) }
        return { body: { to, said: await transport(outgoing, AbortSignal.timeout(patience_ms)) } }
      } catch (error) {
        if (!(error instanceof DeliveryFault)) throw error
        throw new ApiError('rest_mail_failed', { reason: error.message })
      }
    },
  }
}

function view(mail: QueuedMail): MailsRecord['mails'][number] {
  const { id, kind, created_at, attempts, next_try_at, failed_at, fault } = mail
  return {
    id,
    kind,
    state: failed_at === null ? 'waiting' : 'given_up',
    created: moment(created_at),
    attempts,
    next_try: failed_at === null ? moment(next_try_at) : null,
    failed: failed_at === null ? null : moment(failed_at),
    fault,
  }
}

function moment(at: EpochSeconds): string {
  return instantOf(at).toString({ smallestUnit: 'second' })
}
