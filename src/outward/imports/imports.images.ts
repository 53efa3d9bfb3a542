import { setTimeout as sleep } from 'node:timers/promises'
import { ImageFault } from '../../storage/images/fault.ts'
import { BusyError } from '../../storage/images/pool.ts'
import { flagOf } from '../../records/posts/posts.write.ts'
import { fetchAndKeep } from '../../records/media/media.choose.ts'
import type { HowShown } from '../../records/media/media.keep.ts'
import { findBySource } from '../../records/media/media.query.ts'
import type { Context } from '../../http/context.ts'
import { changedFields, digestOf, renewed } from './imports.digest.ts'
import { readFields } from './imports.fields.ts'
import { nameOf } from './imports.keys.ts'
import type { Planning } from './imports.planned.ts'
import { findKeys, idTable, takenIds } from './imports.query.ts'
import type { ImportBatch, ImportedImage } from './imports.record.ts'

/** The images of a batch after fetching them: the ids by key, and why the others could not be fetched. */
export interface TriedImages {
  readonly images: ReadonlyMap<string, number>
  readonly lacking: ReadonlyMap<string, string>
}

/** How many images are fetched at the same time: each holds its bytes in memory. */
const atOnce = 4

/**
 * Fetches and stores the images of a batch that are new or have changed, before anything that links to them is written. No
 * transaction is open meanwhile. One that is stored but not yet remembered when the process dies is found by its address.
 */
export async function tryImages(
  context: Pick<Context, 'db' | 'media'>,
  batch: Pick<ImportBatch, 'records'>,
  { sourceId, writing }: Planning,
): Promise<TriedImages> {
  const images = new Map<string, number>()
  const lacking = new Map<string, string>()
  const { wanted, there } = await wantedImages(context, batch, sourceId)
  for (const [key, id] of there) images.set(key, id)
  const fetchRest = async () => {
    for (let image = wanted.shift(); image; image = wanted.shift()) {
      const found = await fetchOne(context, image, writing)
      if (typeof found === 'number') images.set(image.key, found)
      else lacking.set(image.key, found)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fetchRest))
  return { images, lacking }
}

/** The images that are to be fetched; and those of which only texts have changed, with their ids. */
async function wantedImages(
  { db }: Pick<Context, 'db'>,
  { records }: Pick<ImportBatch, 'records'>,
  sourceId: number | undefined,
): Promise<{ wanted: ImportedImage[]; there: Map<string, number> }> {
  const all = records.filter(
    (record): record is ImportedImage => record.kind === 'image' && !('fault' in record),
  )
  const each = [...new Map(all.map((image) => [image.key, image])).values()]
  const there = new Map<string, number>()
  if (sourceId === undefined || each.length === 0) return { wanted: each, there }
  const known = new Map((await findKeys(db.read, sourceId, each)).map((key) => [nameOf(key), key]))
  const ids = [...known.values()].map(({ record_id }) => record_id)
  const taken = await takenIds(db.read, idTable('image'), ids)
  const wanted = each.filter((image) => {
    const before = known.get(nameOf(image))
    if (!before || !taken.has(before.record_id)) return true
    const changes = changedFields(renewed(before.digest, image), digestOf(image))
    if (changes.includes('urls')) return true
    if (changes.length > 0) there.set(image.key, before.record_id)
    return false
  })
  return { wanted, there }
}

/** The id of the image, or why it could not be fetched: the end of the sentence “It …”. */
async function fetchOne(
  context: Pick<Context, 'db' | 'media'>,
  image: ImportedImage,
  writing: Planning['writing'],
): Promise<number | string> {
  let reason = 'has no address'
  const read = readFields(image, writing)
  const texts = 'fault' in read ? {} : textsOf(read.values)
  for (const url of image.urls) {
    const known = await findBySource(context.db.read, url)
    if (known) return known.id
    try {
      const { caller, now } = writing
      return await patiently(() =>
        fetchAndKeep(context, url, {
          author_id: caller.id,
          now,
          id: image.id ?? image.leastId,
          texts,
          shown: 'fault' in read ? {} : shownOf(read.values),
          takesPdf: true,
        }),
      )
    } catch (error) {
      if (!(error instanceof ImageFault) && !(error instanceof BusyError)) throw error
      reason = error instanceof ImageFault ? error.message : 'could not be fetched: too many images wait'
    }
  }
  return reason
}

/** How long a host that is busy is left alone before each further attempt, in milliseconds. */
const pauses_ms = [250, 1_000, 4_000]

/** Does the work, again if the host is busy (429, 5xx) or too many images wait. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const pause_ms of pauses_ms) {
    try {
      return await work()
    } catch (error) {
      const isBusy =
        error instanceof BusyError ||
        (error instanceof ImageFault && /status (?:429|5\d\d)\b/.test(error.message))
      if (!isBusy) throw error
      await sleep(pause_ms)
    }
  }
  return work()
}

/** How an image is shown, as it is stored. */
export function shownOf({ focus, decorative }: Readonly<Record<string, unknown>>): HowShown {
  // Read by the parameters of images, which decode to this.
  const point = focus as { x: number; y: number } | null | undefined
  return {
    ...(point === undefined ? {} : { focus_x: point?.x ?? null, focus_y: point?.y ?? null }),
    ...(decorative === undefined ? {} : { decorative: flagOf(decorative === true || decorative === 'true') }),
  }
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}
