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
import { remember } from '../calendar/cache.ts'

/** A content coding (RFC 9110, 8.4.1). */
export type Coding = 'br' | 'gzip'

/** Smaller bodies fit into one packet anyway, in bytes. */
export const leastCompressed = 1024

/**
 * How hard to try, by coding: 190 kB of records take 0.7 ms quickly and 1.4 ms well, and get a fifth smaller by that; the most takes
 * a hundred times as long.
 */
const efforts = {
  /** For what is sent once. */
  quick: { br: 3, gzip: 3 },
  /** For what is sent for as long as nothing is written. */
  well: { br: 5, gzip: 6 },
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

/** Of the codings that a client accepts, by its `Accept-Encoding`, the one that makes bodies smallest. */
export function codingFor(accepted: string | undefined): Coding | 'identity' {
  return accepted === undefined ? 'identity' : preferred(accepted)
}

/** Compresses in a thread of libuv's pool. Undefined where that would not halve the body: it is not worth it then. */
export async function compressed(
  body: Buffer,
  coding: Coding,
  effort: Exclude<Effort, 'most'>,
): Promise<Buffer | undefined> {
  if (body.length < leastCompressed) return undefined
  const smaller = await compress[coding](body, effort)
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
  const parts = accepted.toLowerCase().split(',')
  const taken = parts.filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
  const names = new Set(taken.map((part) => part.split(';', 1)[0]?.trim()))
  return (['br', 'gzip'] as const).find((coding) => names.has(coding)) ?? 'identity'
})
