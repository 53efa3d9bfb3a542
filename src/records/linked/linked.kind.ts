import type { SentOwn } from '../own/own.params.ts'
import type { StaticDecode, TObject } from 'typebox'
import type { Kind } from '../../fields/declare.ts'
import type { PostColumns } from '../../storage/schema/tables.ts'
import type { RefusalCode } from '../../pure/errors/errors.ts'
import type { ListShape } from '../../http/list.ts'
import type { Faults } from '../../http/resource.ts'
import type { AmongPosts } from '../posts/posts.among.ts'
import type { EventLink } from '../rows/event.row.ts'
import type { PostKind } from '../posts/posts.kind.ts'
import type { ShownPost } from '../posts/posts.query.ts'
import type { ViewContext } from '../posts/posts.view.ts'
import type { SentPost } from '../posts/posts.write.ts'
import type { listVenuesParams } from './linked.params.ts'

/** A venue or organizer as stored: the shared columns, and texts, numbers and flags of its own. */
export type LinkedRow = PostColumns & Own

/** The columns of a venue or organizer that are shown. */
export type ShownLinked = ShownPost & Own

type Own = Readonly<Record<string, string | number | null>>

/** The fields of a venue or organizer in a write: the shared ones, and texts, numbers and flags of its own by column. */
export interface SentLinked extends SentPost {
  readonly columns: Readonly<Record<string, string | number | boolean | null>>
  /** What is said of fields of one’s own. */
  readonly fields?: SentOwn | undefined
}

/** The list parameters of venues; organizers have some of them. */
export type ListLinked = StaticDecode<typeof listVenuesParams>

/** The same, with the ids to which other lists may be narrowed, or that they leave out. */
export interface ListAmong extends ListLinked, AmongPosts {
  readonly include?: readonly number[] | undefined
  readonly exclude?: readonly number[] | undefined
}

/** What distinguishes venues from organizers; everything else about them is the same code. */
export interface LinkedKind extends PostKind {
  readonly table: 'venues' | 'organizers'
  readonly name: 'venue' | 'organizer'
  /** The table that links events to them. */
  readonly link: EventLink
  readonly list: ListShape
  /** What is declared of its fields. */
  readonly fields: Kind
  /** The columns of its own, with their defaults on create; null for numbers. Texts are searched. */
  readonly columns: Readonly<Record<string, string | number | null>>
  readonly listParams: TObject
  /** The columns of a place: when one changes, the events there have moved. */
  readonly place: readonly string[]
  readonly createParams: TObject
  readonly updateParams: TObject
  /** The name of the record among the schemas of the documentation. */
  readonly schema: string
  /** The columns that clients of the original know as custom fields of the post, with the names that they have there. */
  readonly meta: Readonly<Record<string, string>>
  readonly refusals: {
    readonly hidden: RefusalCode
    readonly trashed: RefusalCode
    /** The refusals of a blank name, on create and on update (D42). */
    readonly notCreated: RefusalCode
    readonly notUpdated: RefusalCode
  }
  /** Faults of columns that must agree with one another, in the row as it is about to be. */
  faults(row: Readonly<Record<string, unknown>>): Faults
  /** The columns that are made from others, given the row before (on an update) and as it is about to be. */
  derive(
    row: LinkedRow,
    before: LinkedRow | undefined,
    given: ReadonlySet<string>,
  ): Readonly<Record<string, string>>
  view(row: ShownLinked, shown: ViewContext): object
  /** The record of a single read: with `json_ld`. */
  viewSingle(row: ShownLinked, shown: ViewContext): object
  /** The record of a single read by who edits it, where that is another one. */
  readonly viewToEdit?: (row: ShownLinked, shown: ViewContext) => object
}
