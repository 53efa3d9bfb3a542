import { createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'

/** How a message may be signed: by a secret that both sides have, or by a key of which the receiver has the public half. */
export const signatureKinds = ['v1', 'v1a'] as const
export type SignatureKind = (typeof signatureKinds)[number]

/** How long a secret is, in bytes, as the Standard Webhooks specification has it. */
const secretBytes = { least: 24, usual: 32, most: 64 } as const

/** What a private key of Ed25519 begins with in PKCS #8 (RFC 8410, 7). */
const keyHeader = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyBytes = 32

/** A new secret. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes.usual).toString('base64')}`
}

/** A new private key. */
export function newPrivateKey(): string {
  return `whsk_${randomBytes(keyBytes).toString('base64')}`
}

/** What is wrong with a secret that somebody has chosen, as the end of the sentence “secret …”; undefined: nothing. */
export function secretFault(secret: string): string | undefined {
  const { least, most } = secretBytes
  const form = `must be “whsec_” and ${least} to ${most} bytes in base64`
  if (!secret.startsWith('whsec_')) return form
  const encoded = secret.slice('whsec_'.length)
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded) return `${form}; what follows “whsec_” is no base64`
  return bytes.length < least || bytes.length > most ? `${form}; these are ${bytes.length}` : undefined
}

/** The public half of a private key, as receivers take it. */
export function publicKeyOf(privateKey: string): string {
  const { x = '' } = createPublicKey(keyIn(privateKey)).export({ format: 'jwk' })
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`
}

function keyIn(privateKey: string): KeyObject {
  const seed = Buffer.from(privateKey.slice('whsk_'.length), 'base64')
  return createPrivateKey({ key: Buffer.concat([keyHeader, seed]), format: 'der', type: 'pkcs8' })
}

/** A secret, and a key, that messages are signed with. */
export interface Signing {
  readonly secret: string
  readonly private_key: string
}

/** What is signed: the message with its ID and the moment of the attempt, in epoch seconds. */
export interface Signed {
  readonly id: string
  readonly at: number
  readonly body: string
}

/** The headers of a message, with a signature for each secret or key in force. */
export function signedHeaders(
  { id, at, body }: Signed,
  kinds: readonly SignatureKind[],
  inForce: readonly Signing[],
): Record<string, string> {
  const content = `${id}.${at}.${body}`
  const signatures = inForce.flatMap((signing) => kinds.map((kind) => signers[kind](content, signing)))
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') }
}

const signers: Readonly<Record<SignatureKind, (content: string, signing: Signing) => string>> = {
  v1: (content, { secret }) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  },
  v1a: (content, { private_key }) =>
    `v1a,${sign(null, Buffer.from(content), keyIn(private_key)).toString('base64')}`,
}
