import type { MediaRecord } from '../../../records/media/media.view.ts'
import type { Picture } from '../records.ts'
import { plain } from '../texts.ts'

/** A stored picture with what is said of it. */
export type Media = Picture &
  Pick<
    MediaRecord,
    'title' | 'alt_text' | 'credit' | 'decorative' | 'focus' | 'date' | 'filesize' | 'used_by'
  >

/** The name of its file. */
export function fileOf({ url }: Pick<Media, 'url'>): string {
  return decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))
}

/** The address of it in a small size. */
export function smallOf({ sizes, url }: Pick<Media, 'sizes' | 'url'>): string {
  return sizes?.['medium']?.url ?? url
}

/** The address of it as large as it is shown beside. */
export function largeOf({ sizes, url }: Pick<Media, 'sizes' | 'url'>): string {
  return sizes?.['medium_large']?.url ?? sizes?.['large']?.url ?? url
}

/** What it is called. */
export function nameOf({ title, url }: Pick<Media, 'title' | 'url'>): string {
  return plain(title) || fileOf({ url })
}

/** What stays in sight, as a position that crops go by. */
export function positionOf({ focus }: Pick<Media, 'focus'>): string {
  return focus ? `${focus.x * 100}% ${focus.y * 100}%` : '50% 50%'
}
