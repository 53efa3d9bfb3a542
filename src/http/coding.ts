import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  type BrotliOptions,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
} from 'node:zlib'
import { remember } from '../pure/calendar/cache.ts'

/** A content coding (RFC 9110, 8.4.1). */
export type Coding = 'br' | 'gzip'

/** Smaller bodies fit into one packet anyway, in bytes. */
export const leastCompressed = 1024

/**
 * How hard to try, by coding. Quickly, 120 kB of records take 1.1 and 0.9 ms; the quality that servers have for files (6) takes
 * twice as long and saves a tenth more. All answers have the same, as the same ETag stands for the same bytes.
 */
const efforts = {
  quick: { br: 4, gzip: 5 },
  /** For files that are sent for as long as the process runs. */
  most: { br: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
} as const satisfies Record<string, Record<Coding, number>>
type Effort = keyof typeof efforts

/** How many different values of `Accept-Encoding` are remembered: clients send few. */
const acceptsRemembered = 200

const compress: Readonly<Record<Coding, (body: Buffer, effort: Effort) => Promise<Buffer>>> = {
  br: (body, effort) => promisify(brotliCompress)(body, brotliOptions(effort, body.length)),
  gzip: (body, effort) => promisify(gzip)(body, { level: efforts[effort].gzip }),
}

function brotliOptions(effort: Effort, size?: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: efforts[effort].br,
      ...(size === undefined ? {} : { [constants.BROTLI_PARAM_SIZE_HINT]: size }),
    },
  }
}

/** Of the codings that a client accepts, by its `Accept-Encoding`, the one that it wants most; else the one that makes bodies smallest. */
export function codingFor(accepted: string | undefined): Coding | 'identity' {
  return accepted === undefined ? 'identity' : preferred(accepted)
}

/** Compresses in a thread of libuv's pool. Undefined where that would not halve the body: it is not worth it then. */
export async function compressed(body: Buffer, coding: Coding): Promise<Buffer | undefined> {
  if (body.length < leastCompressed) return undefined
  const smaller = await compress[coding](body, 'quick')
  return smaller.length * 2 <= body.length ? smaller : undefined
}

/**
 * Compresses what is sent while it is made, in threads of the same pool. Each piece can be read at once, as its reader may wait for the
 * next one; pieces are so large (`stream.ts`) that this costs a few percent.
 */
export function compressor(coding: Coding): Transform {
  return coding === 'br'
    ? createBrotliCompress({ ...brotliOptions('quick'), flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ level: efforts.quick.gzip, flush: constants.Z_SYNC_FLUSH })
}

/** Compresses as far as it goes, which takes long. */
export function smallest(body: Buffer, coding: Coding): Promise<Buffer> {
  return compress[coding](body, 'most')
}

/** A strong ETag names one coding only (RFC 9110, 8.8.3.3); `isKnown` and If-Match see through it. */
export function codedEtag(etag: string, coding: Coding): string {
  return etag.replace(/"$/, `.${coding}"`)
}

const preferred = remember(acceptsRemembered, (accepted): Coding | 'identity' => {
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...more] = part.split(';').map((piece) => piece.trim())
        const weight = more.find((piece) => piece.startsWith('q='))
        return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
      }),
  )
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const).toSorted((one, other) => weightOf(other) - weightOf(one))
  // As it is comes last, unless it is named.
  return best && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : 'identity'
})
