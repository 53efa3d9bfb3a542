import { createHmac, randomBytes } from 'node:crypto'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { ApiError, type RefusalCode } from '../../pure/errors/errors.ts'
import { readAuthorization } from './authorization.ts'
import { challenge } from './challenge.ts'
import { holderOfPassword, wasUsedFrom } from './credentials.ts'
import { type Budget, createFailures, networkOf } from './failures.ts'
import { createFailedSignIns } from './failedSignIns.write.ts'
import { createGate } from './gate.ts'
import { createLastUsed } from './lastUse.ts'
import { isOwnPassword } from './ownPassword.ts'
import { findPassword } from './passwords.ts'
import { RecentMap } from './recentMap.ts'
import { takeRecoveryCode } from './recoveryCodes.ts'
import { anonymous, type Caller } from './rights.ts'
import { findSession } from './sessions.ts'
import { findToken } from './tokens.ts'
import { findUser, type User } from './users.ts'

/** The options of an authenticator. */
export interface AuthenticatorOptions {
  readonly now: () => Temporal.Instant
  /** Gets errors that do not affect the request. */
  readonly log?: (message: string, error: unknown) => void
  readonly limits: {
    /** How many failed logins an address may have before it must wait. */
    readonly failures: number
    /** How long a failed login counts, in seconds. */
    readonly window_s: number
  }
}

/** Finds out who sends a request. */
export interface Authenticator {
  /**
   * Who sends the request, from its Authorization header and the client's address. Without a header: anonymous. Throws
   * 401 when the credentials are wrong (D39) and 429 after too many failures (D47).
   */
  authenticate(authorization: string | undefined, from: string): Promise<Caller>
  /** Whose session has this secret; undefined when it is over. */
  bySession(secret: string): Promise<Caller | undefined>
  /**
   * The user with this login or e-mail address and this password of their own. Throws 401 `rest_wrong_password` for anybody
   * else, which takes as long whether there is such a user or not, and 429 after too many failures.
   */
  signIn(attempt: Attempt): Promise<User>
  /** The same with one of their recovery codes in place of the password, which is used up. Throws `rest_wrong_recovery_code`. */
  recover(attempt: Attempt): Promise<User>
  /** Writes the times of last use that still wait. */
  close(): Promise<void>
}

/** How long a verified application password is not hashed again. */
const verifiedLife_ms = 5 * 60_000

/** How many verified passwords are kept; beyond that, the least recently used one is hashed again when it comes. */
const verifiedKept = 10_000

/** How many pairs of user and address are remembered as familiar, of some 100 bytes each. */
const familiarKept = 10_000

/** How many passwords are verified at a time: half of Node’s threads, so that guessing leaves some to others. */
const verifiedAtOnce = 2

/** All addresses together may fail this many times as often for one account as a single address may. */
const addressesPerLogin = 10

/**
 * Finds out who callers are. To programs an unknown login, an unknown e-mail address and a wrong password have codes of their own, as
 * recorded, so that answering them in equal time would hide nothing. Whoever signs in on a page learns neither: any attempt
 * takes one run of the hash, and a login that nobody has is charged like others.
 *
 * Failures are charged to the address they come from and to the account they are aimed at. Four things keep the failures of
 * others from locking anybody out: a password that was verified within the last minutes is not verified again; one that was
 * verified by this process at any time is known by a keyed digest while guesses have to wait; a network from which the account
 * was used before, as this process or the database remembers, is only charged for its own failures; and tokens, which take no
 * hashing, are always looked up.
 */
export function createAuthenticator(db: Database, options: AuthenticatorOptions): Authenticator {
  return new Authenticating(db, options)
}

/** A login and its password, and the address that they come from. */
export interface Attempt {
  readonly login: string
  readonly password: string
  readonly from: string
}

class Authenticating implements Authenticator {
  readonly #db: Database
  readonly #now: () => Temporal.Instant
  readonly #failures: ReturnType<typeof createFailures>
  /**
   * The failures of each network, which it is told: whose they were makes no difference, so that nobody learns from what is left which
   * logins there are, or were used from there.
   */
  readonly #told: ReturnType<typeof createFailures>
  /** How many failures an address may have. */
  readonly #mostFailures: number
  readonly #lastUsed: ReturnType<typeof createLastUsed>
  readonly #failed: ReturnType<typeof createFailedSignIns>
  readonly #cacheKey = randomBytes(32)
  readonly #verified = new RecentMap<string, { readonly id: number; readonly expires: number }>(verifiedKept)
  readonly #verifying = new Map<string, Promise<number>>()
  readonly #familiar = new RecentMap<string, true>(familiarKept)
  readonly #gate = createGate(verifiedAtOnce)

  constructor(db: Database, { now, log = () => {}, limits }: AuthenticatorOptions) {
    this.#db = db
    this.#now = now
    this.#failures = createFailures({ name: 'signin', window_s: limits.window_s }, now)
    this.#told = createFailures({ name: 'signin', window_s: limits.window_s }, now)
    this.#mostFailures = limits.failures
    this.#lastUsed = createLastUsed(db, log)
    this.#failed = createFailedSignIns(db, log)
  }

  async authenticate(authorization: string | undefined, from: string): Promise<Caller> {
    if (authorization === undefined) return anonymous
    const presented = readAuthorization(authorization)
    if (!presented) throw unauthorized('rest_invalid_authorization')
    if (presented.scheme === 'bearer') return this.#byToken(presented.token, from)
    return this.#byPassword(authorization, { ...presented, from })
  }

  async bySession(secret: string): Promise<Caller | undefined> {
    const now = epochSeconds(this.#now())
    const held = await findSession(this.#db.read, secret, now)
    if (held) this.#lastUsed.note('sessions', held, { now, from: '' })
    return held?.caller
  }

  signIn(attempt: Attempt): Promise<User> {
    return this.#enter(attempt, 'rest_wrong_password', (user) =>
      isOwnPassword(user?.password_hash ?? null, attempt.password),
    )
  }

  recover(attempt: Attempt): Promise<User> {
    return this.#enter(attempt, 'rest_wrong_recovery_code', (user) =>
      takeRecoveryCode(this.#db, user, attempt.password),
    )
  }

  /** Whoever has this login, as long as what proves it does so. That is asked for a login that nobody has, too. */
  #enter(
    { login, from }: Attempt,
    refusal: RefusalCode,
    isProven: (user: User | undefined) => Promise<boolean>,
  ): Promise<User> {
    return this.#gate(async () => {
      const user = await findUser(this.#db.read, login)
      const budgets = user ? this.#budgetsOf(user, from) : this.#budgetsOfNobody(login, from)
      this.#failures.assertWithin(budgets)
      const isRight = await isProven(user)
      if (isRight && user) {
        this.#familiar.set(pairOf(user, from), true)
        return user
      }
      this.#charge(budgets, user, from)
      throw this.#counted(from, unauthorized(refusal))
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.#lastUsed.close(), this.#failed.close()])
  }

  /** The refusal of what was charged, with how many tries its network has left by what is told. */
  #counted(from: string, error: ApiError): ApiError {
    return error.with({ headers: { ...error.extras.headers, ...this.#told.standing([this.#toldTo(from)]) } })
  }

  #toldTo(from: string): Budget {
    return { key: networkOf(from), failures: this.#mostFailures }
  }

  #charge(budgets: readonly Budget[], user: User | undefined, from: string): void {
    this.#failures.charge(budgets)
    this.#told.charge([this.#toldTo(from)])
    this.#failed.note({ from, user, now: epochSeconds(this.#now()) })
  }

  async #byToken(token: string, from: string): Promise<Caller> {
    const now = epochSeconds(this.#now())
    const holder = await findToken(this.#db.read, token, now)
    if (holder) {
      this.#lastUsed.note('tokens', holder, { now, from })
      return holder.caller
    }
    const budgets = this.#budgetsOf(undefined, from)
    this.#failures.assertWithin(budgets)
    this.#charge(budgets, undefined, from)
    throw this.#counted(from, unauthorized('rest_invalid_token'))
  }

  /** Only a keyed digest of the header is kept; whether the password still exists is asked of the database every time. */
  async #byPassword(header: string, attempt: Attempt): Promise<Caller> {
    const key = createHmac('sha256', this.#cacheKey).update(header).digest('base64')
    const known = this.#verified.get(key)
    const fresh = known !== undefined && known.expires > this.#now().epochMilliseconds
    const id = fresh ? known.id : await this.#verifyOnce(key, attempt, known?.id)
    const holder = await holderOfPassword(this.#db.read, id)
    if (!holder) {
      this.#verified.delete(key)
      // It was revoked since it was verified: verifying it again makes the proper refusal.
      return fresh
        ? this.#byPassword(header, attempt)
        : Promise.reject(refusal('incorrect_password', attempt.login))
    }
    this.#lastUsed.note('app_passwords', holder, {
      now: epochSeconds(this.#now()),
      from: attempt.from,
    })
    return holder.caller
  }

  /** Requests with the same password that come while it is being verified share the result. */
  #verifyOnce(key: string, attempt: Attempt, known: number | undefined): Promise<number> {
    const name = `${key} ${attempt.from}`
    const running = this.#verifying.get(name)
    if (running) return running
    const fresh = this.#gate(() => this.#verify(attempt, known))
      .then((id) => {
        this.#verified.set(key, { id, expires: this.#now().epochMilliseconds + verifiedLife_ms })
        return id
      })
      .finally(() => this.#verifying.delete(name))
    this.#verifying.set(name, fresh)
    return fresh
  }

  /** `known`: the password that the same header was found to be before. */
  async #verify({ login, password, from }: Attempt, known: number | undefined): Promise<number> {
    const user = await findUser(this.#db.read, login)
    const budgets =
      user && (await wasUsedFrom(this.#db.read, user, networkOf(from)))
        ? this.#budgetsAtHome(user, from)
        : this.#budgetsOf(user, from)
    try {
      this.#failures.assertWithin(budgets)
    } catch (error) {
      // While guesses have to wait, what was no guess before is none: nothing is verified, so that nobody has a try more.
      if (known === undefined || !user || !(await isOf(this.#db.read, known, user))) throw error
      return known
    }
    const id = user && (await findPassword(this.#db.read, user, password))
    if (user && id !== undefined) {
      this.#familiar.set(pairOf(user, from), true)
      return id
    }
    this.#charge(budgets, user, from)
    const code = user ? 'incorrect_password' : login.includes('@') ? 'invalid_email' : 'invalid_username'
    throw this.#counted(from, refusal(code, login))
  }

  /** The same for a login that nobody has, so that running out of tries does not tell either. */
  #budgetsOfNobody(login: string, from: string): readonly Budget[] {
    const name = login.trim().slice(0, loginShown).normalize('NFC').toLowerCase()
    const ofName = { key: `nobody ${name}`, failures: this.#mostFailures * addressesPerLogin }
    return [...this.#budgetsOf(undefined, from), ofName]
  }

  /** Where the account was used before. */
  #budgetsAtHome(user: User, from: string): readonly Budget[] {
    return [{ key: pairOf(user, from), failures: this.#mostFailures }]
  }

  #budgetsOf(user: User | undefined, from: string): readonly Budget[] {
    const failures = this.#mostFailures
    const ofAddress = { key: `from ${networkOf(from)}`, failures }
    if (!user) return [ofAddress]
    if (this.#familiar.get(pairOf(user, from))) return this.#budgetsAtHome(user, from)
    return [ofAddress, { key: `user ${user.id}`, failures: failures * addressesPerLogin }]
  }
}

/** Whether the application password is of the user, and still there. */
async function isOf(db: Reader, password: number, { id }: User): Promise<boolean> {
  return (await holderOfPassword(db, password))?.caller.id === id
}

/** How many characters of a login a refusal repeats: longer ones cannot exist. */
const loginShown = 100

function refusal(code: RefusalCode, login: string): ApiError {
  return unauthorized(code, { login: login.length > loginShown ? `${login.slice(0, loginShown)}…` : login })
}

function unauthorized(code: RefusalCode, words: { login?: string } = {}): ApiError {
  return new ApiError(code, words, { headers: challenge })
}

function pairOf(user: User, from: string): string {
  return `user ${user.id} from ${networkOf(from)}`
}
