import type { TimeRange } from '../../storage/index/filters.ts'

/** What narrows a list of posts, and puts it in order, elsewhere than in the events namespace. */
export interface AmongPosts {
  /** By the dates of publication, and of the last change. */
  readonly published?: TimeRange | undefined
  readonly changed?: TimeRange | undefined
  /** Only what any of these wrote. */
  readonly writers?: readonly number[] | undefined
  /** How many are left out before the first page. */
  readonly skipped?: number | undefined
  /** In the order of these IDs instead of any other. */
  readonly inOrderOf?: readonly number[] | undefined
}
