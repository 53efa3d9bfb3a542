import type { Context } from '../../http/context.ts'
import type { Finder } from '../posts/posts.finder.ts'
import type { ViewContext } from '../posts/posts.view.ts'
import type { LinkedKind, ShownLinked } from './linked.kind.ts'

type View = (row: ShownLinked, shown: ViewContext) => object

/** How an address represents venues or organizers. */
export interface LinkedRepresentation {
  /** The name of the record among the schemas of the documentation. */
  readonly schema: string
  /** The record as the answer to a write shows it. */
  readonly written: View
  /** The record as the answer to a single read shows it. */
  readonly single: View
  /** The record as the answer to a read by those who edit it shows it, where that is another one. */
  readonly toEdit?: View
}

/** As the events namespace shows them. */
export function ownRepresentation(kind: LinkedKind): LinkedRepresentation {
  return {
    schema: kind.schema,
    written: (row, shown) => kind.view(row, shown),
    single: (row, shown) => kind.viewSingle(row, shown),
    ...(kind.viewToEdit ? { toEdit: kind.viewToEdit } : {}),
  }
}

/** Where venues or organizers are served, and how they are represented there. */
export interface LinkedAddress {
  readonly context: Context
  readonly kind: LinkedKind
  readonly representation: LinkedRepresentation
}

/** The address of one of them: which one it names, too. */
export interface ItemAddress<Path> extends LinkedAddress {
  readonly finder: Finder<Path>
}
