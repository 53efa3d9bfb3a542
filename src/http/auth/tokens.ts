import { instantOf } from '../../pure/calendar/text.ts'
import { createHash } from 'node:crypto'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { type Scope, scopes } from '../../storage/schema/tables.credentials.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { addCredential, type Credential, holderByDigest } from './credentials.ts'
import type { Holder } from './rights.ts'
import { challenge } from './challenge.ts'
import { randomAlphanumerics } from './random.ts'
import type { User } from './users.ts'

/** By this, people and tools that look for leaked secrets recognize a token. */
const prefix = 'kal_'

/** 238 bits. */
const randomLength = 40

/** What a token may be used for, and until when. */
export interface TokenLimits {
  /** By default for reading and writing. */
  readonly scope?: Scope | undefined
  /** By default for good. */
  readonly expires_at?: EpochSeconds | null | undefined
}

/** Makes a bearer token for the user and answers it, the only time that it can be read, and how it is listed. */
export async function makeToken<Answer>(
  db: Database,
  wanted: {
    readonly user: Pick<User, 'id' | 'login'>
    readonly name: string
    readonly now: EpochSeconds
  } & TokenLimits,
  answer: (made: Credential, token: string) => Answer,
): Promise<Answer> {
  const token = prefix + randomAlphanumerics(randomLength)
  const digested = { ...wanted, secret: digestOf(token) }
  return addCredential(db, 'tokens', digested, (made) => answer(made, token))
}

/** The same, answering the token alone. */
export async function addToken(
  db: Database,
  user: Pick<User, 'id' | 'login'>,
  name: string,
  now: EpochSeconds,
  limits: TokenLimits = {},
): Promise<string> {
  return makeToken(db, { user, name, now, ...limits }, (_made, token) => token)
}

/** Who holds the token; undefined when it is unknown or revoked. Throws 401 for one that has expired. */
export async function findToken(db: Reader, token: string, now: EpochSeconds): Promise<Holder | undefined> {
  const found = token.startsWith(prefix) ? await holderByDigest(db, digestOf(token)) : undefined
  if (!found) return undefined
  const { holder, expires_at } = found
  if (expires_at === null || now < expires_at) return holder
  const at = instantOf(expires_at).toString()
  throw new ApiError('rest_token_expired', { at }, { headers: challenge })
}

/** A plain digest is enough: nobody can go through 2^238 tokens. It is found by index, so nothing is compared in sequence. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The scope of this name; throws a sentence when there is none. */
export function readScope(text: string): Scope {
  const scope = scopes.find((known) => known === text.trim().toLowerCase())
  if (scope) return scope
  throw new Error(`“${text}” is no scope. These are: ${scopes.join(', ')}.`)
}

/** No token is made for longer. */
const longest_days = 3660

const day_s = 86_400

/**
 * When a token ends: a number of days such as `90d`, a date, whose last second in UTC it is, or a moment with an offset. Throws a sentence
 * when it is none of these, over already, or more than ten years away.
 */
export function readExpiry(text: string, now: EpochSeconds): EpochSeconds {
  const at = expiryIn(text.trim(), now)
  if (at === undefined)
    throw new Error(
      `“${text.slice(0, 60)}” is no time at which a token could end: give days such as 90d, a date such as 2031-12-31, or a moment such as 2031-12-31T18:00:00Z.`,
    )
  if (at <= now) throw new Error(`“${text}” is over already: a token would never be accepted.`)
  if (at > now + longest_days * day_s)
    throw new Error(`“${text}” is more than ten years away: a token may end that late at most, or never.`)
  return at
}

function expiryIn(text: string, now: EpochSeconds): EpochSeconds | undefined {
  const [, days] = /^(\d{1,6}) ?d(?:ays?)?$/i.exec(text) ?? []
  if (days !== undefined) return now + Number(days) * day_s
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text))
      return Math.floor(
        Temporal.PlainDate.from(text).add({ days: 1 }).toZonedDateTime('UTC').epochMilliseconds / 1000,
      )
    return Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000)
  } catch {
    return undefined // It throws for what is no date.
  }
}
