import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { installationSecret } from '../../http/auth/secret.ts'
import type { SessionUser } from '../../http/auth/sessions.ts'
import type { User } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { isOpen, makeChallenge, useUp } from './passkeys.challenges.ts'
import { challengeIn, readAnswer, readMade } from './passkeys.response.ts'
import { listPasskeys, type NewPasskey, notePasskeyUse, passkeyKnownAs } from './passkeys.write.ts'

/** Loaded when somebody uses a passkey. */
const library = () => import('@simplewebauthn/server')

/** How long a browser waits for its reader, in milliseconds. */
const patience_ms = 300_000

/** EdDSA, ES256 and RS256, by their numbers in COSE: what devices have. */
const algorithms = [-8, -7, -257] as const

/** The site that passkeys are for. */
export interface Party {
  /** Its host: a passkey is of no use at any other. */
  readonly host: string
  readonly origin: string
  /** What it is called. */
  readonly name: string
}

/** The site as passkeys know it; undefined where it is reached by an IP address, for which there are none. */
export function partyOf({ home }: { readonly home: string }, name: string): Party | undefined {
  const { hostname, origin } = new URL(home)
  return isIP(hostname) !== 0 || hostname.startsWith('[') ? undefined : { host: hostname, origin, name }
}

/** Makes and asks passkeys. */
export interface Passkeys {
  /** What a browser is asked for that is to make a passkey for the user. */
  creation(user: User, party: Party): Promise<PublicKeyCredentialCreationOptionsJSON>
  /**
   * The passkey that a browser has made for the user, for storing it and using the question up. Throws 400 where it is none, is for somebody
   * else or another site, or comes too late.
   */
  made(
    user: User,
    party: Party,
    sent: unknown,
  ): Promise<{ challenge: string; passkey: Omit<NewPasskey, 'name'> }>
  /** What a browser is asked for whose reader wants to sign in. */
  question(party: Party): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** Whose passkey has answered. Throws 400 where none has, or too late, or twice, and 401 for one that is not known here. */
  signIn(party: Party, sent: unknown): Promise<SessionUser>
}

/** Makes {@link Passkeys} on a database. */
export function createPasskeys({
  db,
  now,
  log,
}: {
  readonly db: Database
  readonly now: () => Temporal.Instant
  /** Gets what somebody should look at. */
  readonly log: (message: string) => void
}): Passkeys {
  let secret: Promise<Buffer> | undefined
  const key = async () => {
    secret ??= installationSecret(db)
    return secret
  }
  const seconds = () => epochSeconds(now())

  return {
    creation: async (user, { host, name }) => {
      const { generateRegistrationOptions } = await library()
      const own = await listPasskeys(db.read, user)
      return generateRegistrationOptions({
        rpName: name,
        rpID: host,
        userName: user.login,
        userDisplayName: user.name,
        userID: new Uint8Array(handleOf(await key(), user.id)),
        challenge: bytesOf(makeChallenge(await key(), { user: user.id }, seconds())),
        timeout: patience_ms,
        attestationType: 'none',
        supportedAlgorithmIDs: [...algorithms],
        excludeCredentials: own
          .filter((passkey) => passkey.host === host)
          .map(({ credential, transports }) => ({ id: credential, transports: waysOf(transports) })),
        // Whoever has it is asked for nothing else: neither a name, nor a password.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },
    made: async (user, party, sent) => {
      const response = readMade(sent)
      if (!response) throw refused('it is not what a browser says that has made one')
      const challenge = challengeIn(response)
      if (!isOpen(await key(), challenge, { user: user.id }, seconds()))
        throw new ApiError('rest_passkey_stale')
      const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
      const { verifyRegistrationResponse } = await library()
      const verified = await verifiedBy(async () => {
        const stated = decodeAttestationObject(bytesOf(response.response.attestationObject)).get('fmt')
        // Nobody was asked who has made the device; certificates might have to be fetched from anywhere.
        if (stated !== 'none' && stated !== 'packed') throw new Error(`Its statement is ${stated}.`)
        return verifyRegistrationResponse({
          response,
          ...expected(party, challenge),
          supportedAlgorithmIDs: [...algorithms],
        })
      })
      return { challenge, passkey: { ...columnsOf(verified), host: party.host } }
    },
    question: async ({ host }) => {
      const { generateAuthenticationOptions } = await library()
      return generateAuthenticationOptions({
        rpID: host,
        challenge: bytesOf(makeChallenge(await key(), 'signin', seconds())),
        timeout: patience_ms,
        userVerification: 'required',
      })
    },
    signIn: async (party, sent) => {
      const response = readAnswer(sent)
      if (!response) throw refused('it is not what a browser says that has asked one')
      const challenge = challengeIn(response)
      if (!isOpen(await key(), challenge, 'signin', seconds())) throw new ApiError('rest_passkey_stale')
      const passkey = await passkeyKnownAs(db.read, response.id)
      const handle = passkey && handleOf(await key(), passkey.user_id).toString('base64url')
      if (!passkey || passkey.host !== party.host || response.response.userHandle !== handle)
        throw new ApiError('rest_passkey_unknown')
      const { verifyAuthenticationResponse } = await library()
      const { authenticationInfo } = await verifiedBy(() =>
        verifyAuthenticationResponse({
          response,
          ...expected(party, challenge),
          // The counter is looked at below, once it is sure who has signed it.
          credential: { id: passkey.credential, publicKey: bytesOf(passkey.public_key), counter: 0 },
        }),
      )
      const { newCounter: counter, credentialDeviceType, credentialBackedUp } = authenticationInfo
      const synced = flagOf(credentialDeviceType)
      const isSynced = passkey.synced === 1 && synced === 1 && credentialBackedUp
      if (!isSynced && isBehind(counter, passkey)) {
        log(
          `The passkey ${passkey.uuid} of user ${passkey.user_id} was refused: it says that it was used ${counter} times, after ${passkey.counter} times before. Somebody may have copied it.`,
        )
        throw refused('it was used before by a copy of it')
      }
      const use = { counter: Math.max(counter, passkey.counter), synced, isSynced, now: seconds() }
      await db.write(async (tx) => {
        if (!(await useUp(tx, challenge, seconds()))) throw new ApiError('rest_passkey_stale')
        if (!(await notePasskeyUse(tx, passkey, use))) throw new ApiError('rest_passkey_unknown')
      }, 'aside')
      return { id: passkey.user_id }
    },
  }
}

/**
 * Whether a passkey counts less than it did (WebAuthn 7.2, 22), as one that was copied does; those that do not count say 0. On one that
 * is synced each of its owner’s devices counts for itself, so that it says nothing there.
 */
function isBehind(counter: number, before: { readonly counter: number }): boolean {
  return (counter > 0 || before.counter > 0) && counter <= before.counter
}

function expected({ host, origin }: Party, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  } as const
}

/** What was verified. Throws 400 where it was not: the library says why in an error. */
async function verifiedBy<Result extends { readonly verified: boolean }>(
  verify: () => Promise<Result>,
): Promise<Result & { verified: true }> {
  let verified: Result | undefined
  try {
    verified = await verify()
  } catch (error) {
    throw refused('it is for another site, is not signed rightly, or has not made sure of its holder', error)
  }
  if (!isVerified(verified)) throw refused('it is not signed rightly')
  return verified
}

function isVerified<Result extends { readonly verified: boolean }>(
  result: Result,
): result is Result & { verified: true } {
  return result.verified
}

function columnsOf({
  registrationInfo: { credential, credentialDeviceType },
}: VerifiedRegistrationResponse & { verified: true }): Omit<NewPasskey, 'name' | 'host'> {
  return {
    credential: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    transports: (credential.transports ?? []).join(','),
    counter: credential.counter,
    synced: flagOf(credentialDeviceType),
  }
}

/** What the holder of a passkey knows a user by: nothing that says who they are. */
function handleOf(key: Buffer, user: number): Buffer {
  return createHmac('sha256', key).update(`passkeys of ${user}`).digest()
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

function waysOf(transports: string): string[] {
  return transports.split(',').filter((way) => way !== '')
}

function flagOf(kind: 'singleDevice' | 'multiDevice'): 0 | 1 {
  return kind === 'multiDevice' ? 1 : 0
}

function refused(reason: string, cause?: unknown): ApiError {
  const error = new ApiError('rest_passkey_refused', { reason })
  error.cause = cause
  return error
}
