import type { StaticDecode, TObject } from 'typebox'
import type { PostColumns } from '../db/tables.ts'
import type { RefusalCode } from '../errors.ts'
import type { ListShape } from '../http/list.ts'
import type { PostKind } from '../posts/posts.kind.ts'
import type { Shown } from '../posts/posts.view.ts'
import type { SentPost } from '../posts/posts.write.ts'
import type { linkedListParams } from './linked.params.ts'

/** A venue or organizer as stored: the shared columns, and texts and flags of its own. */
export type LinkedRow = PostColumns & Readonly<Record<string, string | number | null>>

/** What a venue or organizer is written with: the shared fields, and texts and flags of its own by column. */
export interface SentLinked extends SentPost {
  readonly columns: Readonly<Record<string, string | boolean | null>>
}

export type ListLinked = StaticDecode<typeof linkedListParams>

/** What sets venues and organizers apart; everything else about them is the same code. */
export interface LinkedKind extends PostKind {
  readonly table: 'venues' | 'organizers'
  readonly name: 'venue' | 'organizer'
  /** Where events are linked to them. */
  readonly link: {
    readonly table: 'event_venues' | 'event_organizers'
    readonly column: 'venue_id' | 'organizer_id'
  }
  readonly list: ListShape
  /** The columns of its own: their value when nothing is said on create, in which they are also searched unless flags. */
  readonly columns: Readonly<Record<string, '' | 0 | 1>>
  readonly createParams: TObject
  readonly updateParams: TObject
  /** The name of the record among the schemas of the documentation. */
  readonly schema: string
  readonly refusals: {
    readonly hidden: RefusalCode
    readonly trashed: RefusalCode
    readonly nameless: RefusalCode
  }
  /** Columns that follow from others, given the row before (on an update) and as it is about to be. */
  derive(
    row: LinkedRow,
    before: LinkedRow | undefined,
    given: ReadonlySet<string>,
  ): Readonly<Record<string, string>>
  view(row: LinkedRow, shown: Shown): object
  /** The record of a single read: with `json_ld`. */
  viewSingle(row: LinkedRow, shown: Shown): object
}
