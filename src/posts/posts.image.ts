import type { Reader } from '../db/dialect.ts'
import type { Faults } from '../http/resource.ts'
import type { ImageChoice } from '../params/image.ts'

/** The fault of naming an image that is not stored here. */
export async function imageFaults(_db: Reader, image: ImageChoice | null | undefined): Promise<Faults> {
  if (!image) return {}
  return { image: 'id' in image ? `must be the ID of a stored image, and ${image.id} is none` : 'cannot be fetched: this calendar stores no images yet; use an ID' }
}
