import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { remember } from '../calendar/cache.ts'

/** A content coding (RFC 9110, 8.4.1). */
export type Coding = 'br' | 'gzip'

/** Texts below this many bytes fit into one packet anyhow. */
const leastCompressed = 1024

/** Higher qualities of Brotli take many times as long for a few percent. */
const quickQuality = 5

/** What clients write into `Accept-Encoding` repeats itself; so many different ones are remembered. */
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

/** The coding that a client would have, by its `Accept-Encoding`: the one that makes it smallest. */
export function codingFor(accepted: string | undefined): Coding | 'identity' {
  return accepted === undefined ? 'identity' : preferred(accepted)
}

/** Compresses beside everything else. Undefined where that would not halve the body, so that it is not worth keeping. */
export async function compressed(body: Buffer, coding: Coding): Promise<Buffer | undefined> {
  if (body.length < leastCompressed) return undefined
  const smaller = await compress[coding](body, quickQuality)
  return smaller.length * 2 <= body.length ? smaller : undefined
}

/** Compresses as far as it goes, which takes its time: for what is sent for as long as the process runs. */
export function smallest(body: Buffer, coding: Coding): Promise<Buffer> {
  return compress[coding](body, constants.BROTLI_MAX_QUALITY)
}

const preferred = remember(acceptsRemembered, (accepted): Coding | 'identity' => {
  const parts = accepted.toLowerCase().split(',')
  const taken = parts.filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
  const names = new Set(taken.map((part) => part.split(';', 1)[0]?.trim()))
  return (['br', 'gzip'] as const).find((coding) => names.has(coding)) ?? 'identity'
})
