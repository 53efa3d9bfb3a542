import type { Site } from '../http/site.ts'
import type { Context } from '../posts/context.ts'
import type { Masthead } from './layout.ts'

/** One request for a page. Whoever asks, it is answered as to a reader who is not logged in. */
export interface Visit extends Masthead {
  readonly context: Context
  readonly site: Site
  readonly siteDescription: string
  readonly now: Temporal.Instant
}
