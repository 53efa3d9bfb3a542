import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** What hashing takes: memory in KiB, passes over it, and lanes. */
export interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The least that OWASP's password storage cheat sheet recommends, some 20 ms. */
const usualCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** No stored hash may ask for more memory (KiB) or passes than this, so that a damaged row cannot stop the server. */
const most = { memory: 1_048_576, passes: 20, parallelism: 16 }

const saltLength = 16
const hashLength = 32

/** Argon2id of the text, off the main thread, with the salt given (at least 8 bytes). */
export async function argon2id(text: string, salt: Buffer, cost = usualCost): Promise<Buffer> {
  return derive({ ...cost, message: text, nonce: salt, tagLength: hashLength })
}

/** A hash with a salt of its own, as a PHC string, which says what it costs: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashText(text: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(saltLength)
  return phcOf(cost, salt, await argon2id(text, salt, cost))
}

/** What looks like the hash of a text and is of none, as costly to compare with as any. */
export function hashOfNothing(cost = usualCost): string {
  return phcOf(cost, randomBytes(saltLength), randomBytes(hashLength))
}

/** Whether the text is the one that was hashed, compared in constant time. False for anything but such a PHC string. */
export async function verifyText(phc: string, text: string): Promise<boolean> {
  const read = readPhc(phc)
  if (!read) return false
  const { hash, salt, ...asked } = read
  const tag = await derive({ ...asked, message: text, nonce: salt, tagLength: hash.length })
  return timingSafeEqual(tag, hash)
}

async function derive(asked: Argon2Parameters): Promise<Buffer> {
  return promisify(argon2)('argon2id', asked)
}

function phcOf({ memory, passes, parallelism }: HashCost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

function readPhc(phc: string) {
  const form =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,88})\$([A-Za-z0-9+/]{16,88})$/
  const [, memory, passes, parallelism, salt, hash] = form.exec(phc) ?? []
  if (salt === undefined || hash === undefined) return undefined
  const asked = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  if (asked.memory > most.memory || asked.passes > most.passes || asked.parallelism > most.parallelism)
    return undefined
  return { ...asked, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

/** PHC strings carry Base64 without its padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
