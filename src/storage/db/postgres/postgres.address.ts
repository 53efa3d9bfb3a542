import { existsSync, readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { ConnectionOptions } from 'node:tls'
import { DatabaseError } from 'pg'
import { unencodedIn } from '../../../config/databaseAddress.ts'
import { messageOf } from '../../../pure/text/errorDetails.ts'

// An address means here what it means to psql and everything else that is made of libpq. The driver takes `require` and `verify-ca`
// for `verify-full`, which most hosted databases fail, and `prefer` and `allow` for something else than they say.

/** How a connection is encrypted: false for not at all. */
export type Encryption = false | ConnectionOptions

/** Where a server is, and how it is reached. */
export interface ServerAddress {
  /** The address without what says how it is encrypted. */
  readonly url: string
  readonly user: string
  /** What is tried, in this order, until one of them serves: never empty. */
  readonly encryptions: readonly [Encryption, ...Encryption[]]
  /** `direct` without asking first, which PostgreSQL 17 can. */
  readonly negotiation: 'postgres' | 'direct'
}

/** The parameters that say how a connection is encrypted. */
const ours = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword', 'sslnegotiation'] as const

/**
 * Reads an address, with what the environment says of encryption as libpq does (`PGSSLMODE`, `PGSSLROOTCERT`, `PGSSLCERT`, `PGSSLKEY`).
 * Throws a sentence for the operator.
 */
export function readServerAddress(url: string): ServerAddress {
  const unencoded = unencodedIn(url)
  if (unencoded !== undefined) throw new Error(`its address ${unencoded}`)
  const [base = '', query = ''] = url.split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  const given = (name: (typeof ours)[number]) =>
    params.get(name) || process.env[`PG${name.toUpperCase()}`] || undefined
  // As JDBC says it, which libpq understands as well.
  const mode = params.get('ssl') === 'true' ? 'require' : (given('sslmode') ?? 'prefer')
  const negotiation = given('sslnegotiation') === 'direct' ? 'direct' : 'postgres'
  const certificates = isSocket(base, params) ? {} : certificatesOf(given)
  const encryptions = isSocket(base, params) ? onSocket : encryptionsOf(mode, certificates)
  for (const name of ours) params.delete(name)
  const rest = params.size === 0 ? base : `${base}?${params.toString()}`
  return { url: rest, user: process.env['PGUSER'] ?? userInfo().username, encryptions, negotiation }
}

/** Nobody reads along on a socket of the machine, and servers do not encrypt there. */
const onSocket = [false] as const

function isSocket(base: string, params: URLSearchParams): boolean {
  const [, host = ''] = /^[a-z]+:\/\/(?:[^/@]*@)?([^/]*)/i.exec(base) ?? []
  return /^(?:\/|%2f)/i.test(params.get('host') ?? (host || (process.env['PGHOST'] ?? '')))
}

/** What the server shows is not looked at: who stands between can read along. */
const unverified = { rejectUnauthorized: false }

/** By https://www.postgresql.org/docs/current/libpq-ssl.html, “SSL Mode Descriptions”. */
function encryptionsOf(mode: string, given: ConnectionOptions): ServerAddress['encryptions'] {
  const anyName = { ...given, checkServerIdentity: () => undefined }
  switch (mode) {
    case 'disable':
      return [false]
    case 'allow':
      return [false, { ...given, ...unverified }]
    case 'prefer':
      return [{ ...given, ...unverified }, false]
    case 'require':
      return [given.ca === undefined ? { ...given, ...unverified } : anyName]
    case 'no-verify':
      return [{ ...given, ...unverified }]
    case 'verify-ca':
      // Of one of the authorities that everybody trusts, anybody has a certificate.
      if (given.ca === undefined)
        throw new Error(
          'sslmode=verify-ca takes the certificate that signs those of the server: sslrootcert=path',
        )
      return [anyName]
    case 'verify-full':
      return [given]
    default:
      throw new Error(
        `sslmode must be disable, allow, prefer, require, verify-ca or verify-full, not “${mode.slice(0, 40)}”`,
      )
  }
}

/** The files that the parameters name, and the certificate of who signs, where libpq looks for it. */
function certificatesOf(
  given: (name: 'sslrootcert' | 'sslcert' | 'sslkey' | 'sslpassword') => string | undefined,
): ConnectionOptions {
  const usual = join(homedir(), '.postgresql', 'root.crt')
  const root = given('sslrootcert') ?? (existsSync(usual) ? usual : undefined)
  const passphrase = given('sslpassword')
  return {
    // `system`: those that everybody trusts.
    ...(root === undefined || root === 'system' ? {} : { ca: fileOf('sslrootcert', root) }),
    ...fileIn('cert', 'sslcert', given('sslcert')),
    ...fileIn('key', 'sslkey', given('sslkey')),
    ...(passphrase === undefined ? {} : { passphrase }),
  }
}

function fileIn<Name extends string>(member: Name, parameter: string, path: string | undefined) {
  return path === undefined ? {} : { [member]: fileOf(parameter, path) }
}

function fileOf(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${parameter} names a file that cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/** Whether the other kind of connection may serve: one was refused for being encrypted, or for not being so. */
export function isOfEncryption(error: unknown): boolean {
  if (error instanceof DatabaseError)
    // No line of pg_hba.conf is for it; pgbouncer breaks the protocol off.
    return error.code === '28000' || (error.code === '08P01' && /ssl|tls/i.test(error.message))
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(code) || /\bSSL\b|\bTLS\b/.test(error.message)
}
