import { type Caller, can } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Faults } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import { fetchFault, ImageFault } from '../../storage/images/fault.ts'
import { BusyError } from '../../storage/images/pool.ts'
import type { ImageChoice } from '../../pure/params/image.ts'
import type { Context } from '../../http/context.ts'
import { plainLine } from '../../pure/text/html.ts'
import { percentDecoded } from '../../pure/text/percent.ts'
import {
  type ArrivedImage,
  type HowShown,
  imageDigest,
  isPdf,
  keepImage,
  keepPdf,
  rememberSource,
} from './media.keep.ts'
import { findByDigest, findByUrl, findMedia } from './media.query.ts'

/** Who chooses an image, and on which site. */
export interface Choosing {
  readonly caller: Caller
  readonly site: Site
  readonly now: Temporal.Instant
}

/** Faults of a choice that show without fetching anything: an unknown id, or an address that may not be fetched from. */
export async function imageFaults(
  { db, media }: Context,
  image: ImageChoice | null | undefined,
  { caller, site }: Pick<Choosing, 'caller' | 'site'>,
): Promise<Faults> {
  if (!image) return {}
  if ('id' in image) {
    return (await findMedia(db.read, image.id))?.mime_type.startsWith('image/')
      ? {}
      : { image: `must be the ID of a stored image, and ${image.id} is none` }
  }
  const known = await findByUrl(db.read, image.url, site)
  if (known)
    return known.mime_type.startsWith('image/') ? {} : { image: 'must be an image, and this file is none' }
  if (!media.fetcher)
    return { image: 'must be the ID of a stored image: images are not fetched from elsewhere here' }
  // Wire: a caller who may not upload may not have images fetched either (`wire-others.md` 7).
  return can(caller, 'upload')
    ? {}
    : { image: 'must be a stored image: fetching one takes the right to upload images' }
}

/**
 * The id of the image that was chosen, which is fetched and stored if it is not here yet; null and undefined stay. No
 * transaction is open meanwhile. Throws 400 for `image`, with the reason, when it cannot be fetched.
 */
export async function chooseImage(
  context: Context,
  image: ImageChoice | null | undefined,
  choosing: Choosing,
): Promise<number | null | undefined> {
  if (!image) return image
  return keptId(context, image, choosing).catch((error: unknown) => {
    throw refusalOf(error, 'image')
  })
}

/** As {@link chooseImage}, but throws faults for `refusalOf`, where the parameter has another name. */
export async function keptId(context: Context, image: ImageChoice, choosing: Choosing): Promise<number> {
  if ('id' in image) return image.id
  const known = await findByUrl(context.db.read, image.url, choosing.site)
  if (known) return known.id
  const { caller, now } = choosing
  return fetchAndKeep(context, image.url, { author_id: caller.id, now })
}

/** The texts of an image that is fetched, and its author. */
export interface Fetching {
  readonly author_id: number
  readonly now: Temporal.Instant
  /** The id that it is to have if nobody has it. */
  readonly id?: number | undefined
  /** A file of PDF is kept as well: no record shows it, but texts may lead to it. */
  readonly takesPdf?: boolean
  readonly texts?: Partial<Pick<ArrivedImage, 'title' | 'alt_text' | 'caption' | 'credit'>>
  readonly shown?: HowShown
}

/**
 * Fetches an image and stores it, unless the same bytes are stored already; answers its id. Throws an `ImageFault` when it
 * cannot be fetched or used, a `BusyError` when too many wait.
 */
export async function fetchAndKeep(
  { db, media }: Pick<Context, 'db' | 'media'>,
  url: string,
  { texts, takesPdf = false, ...fetching }: Fetching,
): Promise<number> {
  if (!media.fetcher) throw fetchFault('unreachable', 'that is switched off here')
  const { bytes, finalUrl } = await media.fetcher.fetchImage(url)
  const equal = await findByDigest(db.read, imageDigest(bytes))
  if (equal) {
    await db.write((tx) => rememberSource(tx, url, equal.id))
    return equal.id
  }
  const fileName = nameIn(finalUrl)
  const said = { title: titleOf(fileName), alt_text: '', caption: '', credit: '', ...texts }
  const arrived = { bytes, fileName, sourceUrl: url, ...fetching, ...said }
  return takesPdf && isPdf(bytes) ? keepPdf(db, media, arrived) : keepImage(db, media, arrived)
}

/** The refusal for a fault of an image: 400 for the parameter, or for its `member`, or 503 while too many images wait. */
export function refusalOf(error: unknown, name: string, member?: string): unknown {
  if (error instanceof ImageFault)
    return invalidParams({ [name]: member ? `[${member}] ${error.message}` : error.message })
  if (error instanceof BusyError) {
    const seconds = String(error.retryAfter_s)
    return new ApiError('rest_busy', { seconds }, { headers: { 'Retry-After': seconds } })
  }
  return error
}

/** No file system has longer names. */
const longestName = 255

/** A title made from a file name, which may be anything: one plain line, without the extension, hyphens as blanks. */
export function titleOf(fileName: string): string {
  const name = fileName.replace(/\.\w{1,5}$/, '').slice(0, longestName)
  return plainLine(name.replaceAll(/[-_]+/g, ' '))
}

function nameIn(url: string): string {
  return percentDecoded(new URL(url).pathname.split('/').at(-1) ?? '')
}
