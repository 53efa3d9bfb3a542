import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** What an authenticator is told, or does, otherwise than a good one would. */
export interface Otherwise {
  readonly origin?: string
  readonly host?: string
  /** Whether it has asked for a fingerprint or the like. */
  readonly isVerified?: boolean
  readonly counter?: number
  /** Whether it may be on several devices, and is (the flags BE and BS). */
  readonly synced?: { readonly mayBe: boolean; readonly is: boolean }
  readonly userHandle?: string
  readonly challenge?: string
  /** Who signs. */
  readonly key?: KeyObject
  /** The kind of statement about who has made it. */
  readonly fmt?: string
}

/** What a site asks for, as far as an authenticator looks at it. */
interface Question {
  readonly challenge: string
  readonly user?: { readonly id: string }
}

/** An authenticator in this process, with one passkey for a site: what a browser says of it. */
export class Authenticator {
  readonly credential = randomBytes(16).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #host: string
  readonly #origin: string
  #counter = 0
  #userHandle = ''

  constructor(origin = 'http://localhost') {
    this.#origin = origin
    this.#host = new URL(origin).hostname
  }

  /** Makes its passkey. */
  make(question: Question, otherwise: Otherwise = {}) {
    this.#userHandle = question.user?.id ?? ''
    const { x = '', y = '' } = createPublicKey(this.#keys.privateKey).export({ format: 'jwk' })
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const id = Buffer.from(this.credential, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, key])
    const authData = this.#data(0x40, { counter: 0, ...otherwise }, attested)
    const attestation = new Map<string, unknown>([
      ['fmt', otherwise.fmt ?? 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...this.#head(),
      response: {
        clientDataJSON: this.#said('webauthn.create', question, otherwise).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Answers a question with it. */
  answer(question: Question, otherwise: Otherwise = {}) {
    this.#counter += 1
    const said = this.#said('webauthn.get', question, otherwise)
    const authData = this.#data(0, { counter: this.#counter, ...otherwise })
    const signed = Buffer.concat([authData, createHash('sha256').update(said).digest()])
    return {
      ...this.#head(),
      response: {
        clientDataJSON: said.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, otherwise.key ?? this.#keys.privateKey).toString('base64url'),
        userHandle: otherwise.userHandle ?? this.#userHandle,
      },
    }
  }

  #head() {
    return { id: this.credential, rawId: this.credential, type: 'public-key', clientExtensionResults: {} }
  }

  #said(type: string, question: Question, otherwise: Otherwise): Buffer {
    const { challenge = question.challenge, origin = this.#origin } = otherwise
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data(flags: number, otherwise: Otherwise, attested = Buffer.alloc(0)): Buffer {
    const { host = this.#host, isVerified = true, counter = 0 } = otherwise
    const present = 0x01
    const verified = isVerified ? 0x04 : 0
    const synced = (otherwise.synced?.mayBe ? 0x08 : 0) | (otherwise.synced?.is ? 0x10 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const site = createHash('sha256').update(host).digest()
    return Buffer.concat([site, Buffer.from([flags | present | verified | synced]), count, attested])
  }
}

/** CBOR (RFC 8949), as far as authenticators write it. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (!(value instanceof Map)) throw new Error(`Authenticators write no ${typeof value}.`)
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(size)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
