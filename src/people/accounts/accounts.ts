import { createFailures, networkOf } from '../../http/auth/failures.ts'
import { findLink, openLinks, takeLink } from '../../http/auth/oneTimeLinks.ts'
import {
  hashOwnPassword,
  passwordFault,
  type PasswordFault,
  storeOwnPassword,
} from '../../http/auth/ownPassword.ts'
import { findUser, type User, userWithId } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { isEmail } from '../../pure/text/address.ts'
import { confirmAddress } from './accounts.address.write.ts'
import { type LinkSite, offerLink } from './accounts.links.write.ts'
import { tellOfPassword } from './accounts.notices.write.ts'

/** How many links to choose another password a user has at most that still work: more mails help nobody. */
const mostResets = 3

/** What people do about their passwords without being signed in. */
export interface Accounts {
  /** Whether links are mailed to those who ask for one. */
  sendsLinks(): boolean
  /**
   * Mails a link by which another password is chosen to whoever has this login or address, if anybody has. What is done is done
   * after the answer, so that neither the answer nor its time tells. Throws 429 for a network that asks too often.
   */
  forgot(login: string, from: string): void
  /** For whom a link by which a password is chosen works; undefined when it does not, or no longer. */
  holder(secret: string): Promise<User | undefined>
  /**
   * Uses the link up and stores the password, which ends all sessions and links of its user. What is wrong with the password is
   * answered instead, and the link stays. Throws 410 `rest_link_over` when the link does not work.
   */
  choose(
    secret: string,
    password: string,
  ): Promise<{ readonly user: User } | { readonly fault: PasswordFault }>
  /** Which address a link confirms for whom; undefined when it does not work, or no longer. */
  address(secret: string): Promise<{ readonly user: User; readonly email: string } | undefined>
  /** Uses the link up and gives its user the address. Throws as {@link confirmAddress} does. */
  confirm(secret: string): Promise<string>
  /** Resolves when all has been done that still was to be. */
  settled(): Promise<void>
}

/** What {@link Accounts} are made of. */
export interface AccountsParts {
  readonly db: Database
  readonly now: () => Temporal.Instant
  readonly log: (message: string, error: unknown) => void
  readonly limits: { readonly failures: number; readonly window_s: number }
  readonly site: () => LinkSite
}

/** Makes {@link Accounts} on a database. */
export function createAccounts({ db, now, log, limits, site }: AccountsParts): Accounts {
  const asked = createFailures({ name: 'links', window_s: limits.window_s }, now)
  const running = new Set<Promise<void>>()
  const seconds = () => epochSeconds(now())

  const sendReset = async (login: string) => {
    const user = await findUser(db.read, login)
    if (!user || !isEmail(user.email) || !site().mails) return
    await db.write(async (tx) => {
      const wanted = { kind: 'reset', user, now: seconds() } as const
      if ((await openLinks(tx, wanted)).length < mostResets) await offerLink(tx, wanted, site())
    }, 'aside')
  }

  const holder: Accounts['holder'] = async (secret) => {
    const link = await findLink(db.read, secret, seconds())
    if (!link?.user_id || !choosing.has(link.kind)) return undefined
    return userWithId(db.read, link.user_id)
  }

  return {
    sendsLinks: () => site().mails,
    forgot: (login, from) => {
      const budgets = [{ key: networkOf(from), failures: limits.failures }]
      asked.assertWithin(budgets)
      asked.charge(budgets)
      const work: Promise<void> = sendReset(login)
        .catch((error: unknown) => log('A link to choose another password could not be sent.', error))
        .finally(() => running.delete(work))
      running.add(work)
    },
    holder,
    choose: async (secret, password) => {
      const user = await holder(secret)
      if (!user) throw new ApiError('rest_link_over')
      const fault = await passwordFault(password, [user.login, user.name, user.email])
      if (fault !== undefined) return { fault }
      const hash = await hashOwnPassword(password)
      await db.write(async (tx) => {
        const link = await takeLink(tx, secret, seconds())
        if (link?.user_id !== user.id) throw new ApiError('rest_link_over')
        await storeOwnPassword(tx, user, { hash })
        if (link.kind === 'reset') await tellOfPassword(tx, user, site(), seconds())
      }, 'aside')
      return { user: { ...user, password_hash: hash } }
    },
    address: async (secret) => {
      const link = await findLink(db.read, secret, seconds())
      const user =
        link?.kind === 'email' && link.user_id !== null ? await userWithId(db.read, link.user_id) : undefined
      return link && user && { user, email: link.email }
    },
    confirm: (secret) =>
      db.write((tx) => confirmAddress(tx, secret, { site: site(), now: seconds() }), 'aside'),
    settled: async () => {
      await Promise.all(running)
    },
  }
}

/** The kinds of links by which a password is chosen. */
const choosing: ReadonlySet<string> = new Set(['invitation', 'reset'])
