import type { Caller } from '../auth/rights.ts'
import type { Site } from '../http/site.ts'
import type { Context } from '../posts/context.ts'
import type { Memory } from '../db/memory.ts'
import type { Assets } from './assets.ts'
import type { Locale } from './locale.ts'

/** One choice in a menu. */
export type Choice = readonly [value: string, text: string]

/** What is the same on every page. */
export interface Masthead {
  readonly siteName: string
  readonly siteDescription: string
  readonly assets: Assets
  /** The name of the asset that is the logo, if the theme has one. */
  readonly logo: string | undefined
  readonly tiles: Tiles
  /** What menus have to choose from, as long as nothing changes. */
  readonly menus: Memory<readonly Choice[]>
}

/** The pictures that maps are made of; no address: maps have none. */
export interface Tiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Whose they are. */
  readonly attribution: string
}

/** One request for a page: what pages are made from. */
export interface Visit extends Masthead {
  readonly context: Context
  readonly site: Site
  readonly locale: Locale
  /** Who asks; they see what the service would show them. */
  readonly caller: Caller
  readonly now: Temporal.Instant
  /** The client’s address. */
  readonly from: string
  /** The query of the address. */
  readonly query: URLSearchParams
}
