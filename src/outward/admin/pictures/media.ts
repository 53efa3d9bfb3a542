import type { Picture } from '../records.ts'
import { plain } from '../texts.ts'

/** A stored picture with what is said of it. */
export interface Media extends Picture {
  readonly title: string
  readonly alt_text: string
  readonly credit: string
  readonly decorative: boolean
  readonly focus: { readonly x: number; readonly y: number } | null
  readonly date: string
  readonly filesize: number
  /** In lists. */
  readonly used_by?: number
}

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
