import { isObject } from '../../../pure/params/lists.ts'
import { imageRecords } from '../imports.links.ts'
import type { ImportRecord } from '../imports.record.ts'
import { wiresIn } from '../site/site.wire.ts'
import { plain } from './openagenda.texts.ts'

/** The address of a picture in its full size, as far as it has one. */
function imageAddress(image: unknown): string | undefined {
  if (!isObject(image)) return plain(image) || undefined
  const full = wiresIn(image['variants'] ?? []).find(({ type }) => type === 'full')
  const name = plain(full?.['filename']) || plain(image['filename'])
  if (name === '') return plain(image['url']) || undefined
  return /^https?:/i.test(name) ? name : `${plain(image['base'])}${name}`
}

/** The record of a picture with who made it; none where there is none. */
export function picturesOf(image: unknown, credits: unknown): readonly ImportRecord[] {
  const credit = plain(credits)
  const records = imageRecords(imageAddress(image) ?? '')
  return credit === '' ? records : records.map((record) => Object.assign({}, record, { fields: { credit } }))
}
