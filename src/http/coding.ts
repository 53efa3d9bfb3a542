import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { remember } from '../calendar/cache.ts'

/** A content coding (RFC 9110, 8.4.1). */
export type Coding = 'br' | 'gzip'

/** Smaller bodies fit into one packet anyway, in bytes. */
const leastCompressed = 1024

/** Higher qualities of Brotli take many times as long for a few percent. */
const quickQuality = 5

/** How many different values of `Accept-Encoding` are remembered: clients send few. */
const acceptsRemembered = 200

const compress: Readonly<Record<Coding, (body: Buffer, brotliQuality: number) => Promise<Buffer>>> = {
  br: (body, brotliQuality) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
}

/** Of the codings that a client accepts, by its `Accept-Encoding`, the one that makes bodies smallest. */
export function codingFor(accepted: string | undefined): Coding | 'identity' {
  return accepted === undefined ? 'identity' : preferred(accepted)
}

/** Compresses in a thread of libuv's pool. Undefined where that would not halve the body: it is not worth keeping then. */
export async function compressed(body: Buffer, coding: Coding): Promise<Buffer | undefined> {
  if (body.length < leastCompressed) return undefined
  const smaller = await compress[coding](body, quickQuality)
  return smaller.length * 2 <= body.length ? smaller : undefined
}

/** Compresses as far as it goes, which takes long: for files that are sent for as long as the process runs. */
export function smallest(body: Buffer, coding: Coding): Promise<Buffer> {
  return compress[coding](body, constants.BROTLI_MAX_QUALITY)
}

const preferred = remember(acceptsRemembered, (accepted): Coding | 'identity' => {
  const parts = accepted.toLowerCase().split(',')
  const taken = parts.filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
  const names = new Set(taken.map((part) => part.split(';', 1)[0]?.trim()))
  return (['br', 'gzip'] as const).find((coding) => names.has(coding)) ?? 'identity'
})
