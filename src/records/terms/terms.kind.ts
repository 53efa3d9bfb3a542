import type { TObject } from 'typebox'
import type { Right } from '../../http/auth/rights.ts'
import type { Taxonomy } from '../../storage/schema/tables.ts'
import type { ListShape } from '../../http/list.ts'
import {
  createCategoryParams,
  createTagParams,
  listCategoriesParams,
  listTagsParams,
  updateCategoryParams,
  updateTagParams,
  wpCreateCategoryParams,
  wpListCategoriesParams,
  wpListTagsParams,
} from './terms.params.ts'

/** What distinguishes categories from tags; everything else about them is the same code. */
export interface TermKind {
  /** The kind as stored, and as records name it. */
  readonly taxonomy: Taxonomy
  /** The plural: in addresses, as the key of lists, and as the parameter of events. */
  readonly key: 'categories' | 'tags'
  /** The singular, for sentences. */
  readonly name: 'category' | 'tag'
  /** Whether terms have parents. */
  readonly hierarchical: boolean
  /** The right that creating, changing and deleting needs (`wire-others.md` 4). */
  readonly right: Right
  /** The name of the record among the schemas of the documentation. */
  readonly schema: 'Category' | 'Tag'
  readonly list: ListShape
  /** The path below which each term has its public page, at its slug. */
  readonly pages: string
  readonly listParams: TObject
  readonly createParams: TObject
  readonly updateParams: TObject
  /** What is different below `wp/v2`. */
  readonly wp: {
    /** The right that creating needs. */
    readonly rightToCreate: Right
    readonly listParams: TObject
    readonly createParams: TObject
  }
}

/** Categories, which may have parents. */
export const categoryKind: TermKind = {
  taxonomy: 'tribe_events_cat',
  key: 'categories',
  name: 'category',
  hierarchical: true,
  right: 'manage_categories',
  schema: 'Category',
  list: { key: 'categories', order: 'totals first' },
  pages: 'events/category',
  listParams: listCategoriesParams,
  createParams: createCategoryParams,
  updateParams: updateCategoryParams,
  wp: {
    rightToCreate: 'manage_categories',
    listParams: wpListCategoriesParams,
    createParams: wpCreateCategoryParams,
  },
}

/** Tags. */
export const tagKind: TermKind = {
  taxonomy: 'post_tag',
  key: 'tags',
  name: 'tag',
  hierarchical: false,
  right: 'manage_tags',
  schema: 'Tag',
  list: { key: 'tags', order: 'totals first' },
  pages: 'tag',
  listParams: listTagsParams,
  createParams: createTagParams,
  updateParams: updateTagParams,
  // Who names a new tag in an event makes it (D15); clients of the original make it here first.
  wp: { rightToCreate: 'publish', listParams: wpListTagsParams, createParams: createTagParams },
}

const kinds = { tribe_events_cat: categoryKind, post_tag: tagKind } as const satisfies Record<
  Taxonomy,
  TermKind
>

/** The kind of a stored term. */
export function kindOf(taxonomy: Taxonomy): TermKind {
  return kinds[taxonomy]
}
