import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../db/dialect.ts'
import { ApiError, type RefusalCode } from '../errors.ts'
import { readAuthorization } from './authorization.ts'
import { challenge } from './challenge.ts'
import { holderOfPassword } from './credentials.ts'
import { type Budget, createFailures, networkOf } from './failures.ts'
import { createGate } from './gate.ts'
import { createLastUsed } from './last-used.ts'
import { findPassword } from './passwords.ts'
import { Recent } from './recent.ts'
import { anonymous, type Caller } from './rights.ts'
import { findToken } from './tokens.ts'
import { findUser, type User } from './users.ts'

export interface AuthenticatorOptions {
  readonly now: () => Temporal.Instant
  /** Hears of what went wrong without concerning the request. */
  readonly log?: (message: string, error: unknown) => void
  readonly limits: {
    /** Failed logins that an address has before it must wait, … */
    readonly failures: number
    /** … within this many seconds. */
    readonly window_s: number
  }
}

export interface Authenticator {
  /**
   * Who sends the request, from its Authorization header and the client's address. Without a header: anonymous. Throws
   * 401 when the credentials are wrong (D39) and 429 after too many failures (D47).
   */
  authenticate(authorization: string | undefined, from: string): Promise<Caller>
  /** Writes the times of last use that still wait. */
  close(): Promise<void>
}

/** A verified application password is hashed again after this long. */
const verifiedLife_ms = 5 * 60_000

/** Verified passwords kept; beyond that the one unused for longest is hashed again when it comes. */
const verifiedKept = 10_000

/** Where users have logged in from is remembered for the last so many pairs of user and address, some 100 bytes each. */
const familiarKept = 10_000

/** Passwords verified at a time: half of Node's threads, so that guessing leaves some to everybody else. */
const verifiedAtOnce = 2

/** An account may be guessed at from many addresses: together they have this many times what a single one has. */
const addressesPerLogin = 10

/**
 * Tells who callers are. What is told apart on purpose, as recorded: an unknown login, an unknown e-mail address and a
 * wrong password have codes of their own, so that answering them in equal time would hide nothing.
 *
 * Failures are charged to the address they come from and to the account they are aimed at. Three things keep others'
 * failures from locking anybody out: a password that was verified within the last minutes is not asked again, an address
 * from which the account was used before answers for its own failures only, and tokens, which cost no hashing, are
 * always looked at.
 */
export function createAuthenticator(db: Database, options: AuthenticatorOptions): Authenticator {
  const { now, log = () => {}, limits } = options
  const failures = createFailures(limits.window_s, now)
  const lastUsed = createLastUsed(db, log)
  const cacheKey = randomBytes(32)
  const verified = new Recent<string, { readonly id: number; readonly expires: number }>(verifiedKept)
  const verifying = new Map<string, Promise<number>>()
  const familiar = new Recent<string, true>(familiarKept)
  const gate = createGate(verifiedAtOnce)

  async function byToken(token: string, from: string): Promise<Caller> {
    const holder = await findToken(db.read, token)
    if (holder) {
      lastUsed.note('tokens', holder, seconds(now()))
      return holder.caller
    }
    const budgets = budgetsOf(undefined, from)
    failures.assertWithin(budgets)
    failures.charge(budgets)
    throw unauthorized('rest_invalid_token')
  }

  /** Only a keyed digest of the header is kept; whether the password still exists is asked of the database every time. */
  async function byPassword(header: string, login: string, password: string, from: string): Promise<Caller> {
    const key = createHmac('sha256', cacheKey).update(header).digest('base64')
    const known = verified.get(key)
    const fresh = known !== undefined && known.expires > now().epochMilliseconds
    const id = fresh ? known.id : await verifyOnce(key, login, password, from)
    const holder = await holderOfPassword(db.read, id)
    if (!holder) {
      verified.delete(key)
      // Revoked since it was verified: say what a first look would have said.
      return fresh ? byPassword(header, login, password, from) : refuse('incorrect_password', login)
    }
    lastUsed.note('app_passwords', holder, seconds(now()))
    return holder.caller
  }

  /** Requests that come with the same password while it is being verified wait for the one answer. */
  function verifyOnce(key: string, login: string, password: string, from: string): Promise<number> {
    const attempt = `${key} ${from}`
    const running = verifying.get(attempt)
    if (running) return running
    const fresh = gate(() => verify(login, password, from))
      .then((id) => {
        verified.set(key, { id, expires: now().epochMilliseconds + verifiedLife_ms })
        return id
      })
      .finally(() => verifying.delete(attempt))
    verifying.set(attempt, fresh)
    return fresh
  }

  async function verify(login: string, password: string, from: string): Promise<number> {
    const user = await findUser(db.read, login)
    const budgets = budgetsOf(user, from)
    failures.assertWithin(budgets)
    const id = user && (await findPassword(db.read, user, password))
    if (user && id !== undefined) {
      familiar.set(pairOf(user, from), true)
      return id
    }
    failures.charge(budgets)
    if (user) return refuse('incorrect_password', login)
    return refuse(login.includes('@') ? 'invalid_email' : 'invalid_username', login)
  }

  function budgetsOf(user: User | undefined, from: string): readonly Budget[] {
    const ofAddress = { key: `from ${networkOf(from)}`, failures: limits.failures }
    if (!user) return [ofAddress]
    const pair = pairOf(user, from)
    if (familiar.get(pair)) return [{ key: pair, failures: limits.failures }]
    return [ofAddress, { key: `user ${user.id}`, failures: limits.failures * addressesPerLogin }]
  }

  return {
    authenticate: async (authorization, from) => {
      if (authorization === undefined) return anonymous
      const presented = readAuthorization(authorization)
      if (!presented) throw unauthorized('rest_invalid_authorization')
      if (presented.scheme === 'bearer') return byToken(presented.token, from)
      return byPassword(authorization, presented.login, presented.password, from)
    },
    close: () => lastUsed.close(),
  }
}

/** The most of a login that a refusal repeats: what is longer can be no login. */
const loginShown = 100

function refuse(code: RefusalCode, login: string): never {
  throw unauthorized(code, { login: login.length > loginShown ? `${login.slice(0, loginShown)}…` : login })
}

function unauthorized(code: RefusalCode, words: { login?: string } = {}): ApiError {
  return new ApiError(code, words, { headers: challenge })
}

function pairOf(user: User, from: string): string {
  return `user ${user.id} from ${networkOf(from)}`
}

function seconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000)
}
