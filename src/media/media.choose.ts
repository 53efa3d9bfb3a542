import { type Caller, can } from '../auth/rights.ts'
import type { Reader } from '../db/dialect.ts'
import { ApiError } from '../errors.ts'
import { invalidParams } from '../http/decode.ts'
import type { Faults } from '../http/resource.ts'
import type { Site } from '../http/site.ts'
import { ImageFault } from '../images/fault.ts'
import { BusyError } from '../images/pool.ts'
import type { ImageChoice } from '../params/image.ts'
import type { Context } from '../posts/context.ts'
import { imageDigest, keepImage, rememberSource } from './media.keep.ts'
import { findByDigest, findByUrl, findMedia } from './media.query.ts'

/** Who chooses an image, and where. */
export interface Choosing {
  readonly caller: Caller
  readonly site: Site
  readonly now: Temporal.Instant
}

/** What can be told about a choice without fetching anything: an unknown id, or an address that may not be fetched from. */
export async function imageFaults(
  { db, media }: Context,
  image: ImageChoice | null | undefined,
  { caller, site }: Pick<Choosing, 'caller' | 'site'>,
): Promise<Faults> {
  if (!image) return {}
  if ('id' in image) {
    return (await findMedia(db.read, image.id))
      ? {}
      : { image: `must be the ID of a stored image, and ${image.id} is none` }
  }
  if (await isKnown(db.read, image.url, site)) return {}
  if (!media.fetcher)
    return { image: 'must be the ID of a stored image: images are not fetched from elsewhere here' }
  // Wire: who may not upload may not have images fetched either (`wire-others.md` 7).
  return can(caller, 'upload')
    ? {}
    : { image: 'must be a stored image: fetching one takes the right to upload images' }
}

/**
 * The id of the image that is chosen, fetched and kept if it is not here yet; null and undefined are handed through. No
 * transaction is open meanwhile. Throws 400 on `image`, with the reason, when it cannot be had.
 */
export async function chooseImage(
  context: Context,
  image: ImageChoice | null | undefined,
  choosing: Choosing,
): Promise<number | null | undefined> {
  if (!image) return image
  if ('id' in image) return image.id
  const known = await findByUrl(context.db.read, image.url, choosing.site)
  return known ? known.id : fetchAndKeep(context, image.url, choosing)
}

async function fetchAndKeep({ db, media }: Context, url: string, { caller, now }: Choosing): Promise<number> {
  if (!media.fetcher) throw invalidParams({ image: 'cannot be fetched: that is switched off here' })
  try {
    const { bytes, finalUrl } = await media.fetcher.fetchImage(url)
    const equal = await findByDigest(db.read, imageDigest(bytes))
    if (equal) {
      await db.write((tx) => rememberSource(tx, url, equal.id))
      return equal.id
    }
    const fileName = nameIn(finalUrl)
    const texts = { title: titleOf(fileName), alt_text: '', caption: '', credit: '' }
    return await keepImage(db, media, {
      bytes,
      fileName,
      sourceUrl: url,
      author_id: caller.id,
      now,
      ...texts,
    })
  } catch (error) {
    throw refusalOf(error, 'image')
  }
}

/** What a fault of an image is answered with: 400 on the parameter, or 503 while too many images wait. */
export function refusalOf(error: unknown, name: string): unknown {
  if (error instanceof ImageFault) return invalidParams({ [name]: error.message })
  if (error instanceof BusyError) {
    const seconds = String(error.retryAfter_s)
    return new ApiError('rest_busy', { seconds }, { headers: { 'Retry-After': seconds } })
  }
  return error
}

/** A title made of a file name: without extension, words apart. */
export function titleOf(fileName: string): string {
  return fileName
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
}

async function isKnown(db: Reader, url: string, site: Site): Promise<boolean> {
  return (await findByUrl(db, url, site)) !== undefined
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
