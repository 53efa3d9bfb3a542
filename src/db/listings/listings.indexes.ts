import {
  lastingSpan_s,
  type LinkedListing,
  linkedListings,
  listed,
  listingFlagNames,
  longSpan_s,
  unpublished,
} from './listings.ts'

/** The columns that most lists are ordered by; every index has these after its own. */
const order = 'starts_at, date_at, id'
const chosen = 'status, hide_from_listings, author_id, featured, cost_kind'
const isListed = listed()

/**
 * Indexes of listings, by name; each has every column that a list needs to choose and order its events. `title` is the part of
 * a title that the dialect puts into an index.
 */
export const listingIndexes = (title = 'title_folded'): Readonly<Record<string, string>> => ({
  listings_by_start: `listings (${order}, ends_at, ${chosen})`,
  listings_by_end: `listings (ends_at, ${order}, ${chosen})`,
  listings_listed: `listings (${order}, ends_at, featured, cost_kind) where ${isListed}`,
  listings_listed_by_end: `listings (ends_at, ${order}, featured, cost_kind) where ${isListed}`,
  listings_featured: `listings (${order}, ends_at, ${chosen}) where featured = 1`,
  listings_by_parent: `listings (post_parent, ${order}, ends_at, ${chosen}) where post_parent is not null`,
  listings_by_title: `listings (${title}, ${order}, ends_at, ${chosen})`,
  listings_by_modified: `listings (modified_at, id, starts_at, ends_at, ${chosen})`,
  listings_by_date: `listings (date_at, id, starts_at, ends_at, ${chosen})`,
  listings_by_status: 'listings (status, date_at, id, author_id)',
  listings_by_author: 'listings (author_id, status, date_at, id)',
})

/** Two of these with the flags as well, so that filters by flags need only the index. */
export const flagIndexes: Readonly<Record<string, string>> = {
  listings_listed: `listings (${order}, ends_at, featured, cost_kind, ${listingFlagNames.join(', ')}) where ${isListed}`,
  listings_listed_by_end: `listings (ends_at, ${order}, featured, cost_kind, ${listingFlagNames.join(', ')}) where ${isListed}`,
}

/** Indexes with just the columns that are counted. */
export const rangeIndexes: Readonly<Record<string, string>> = {
  listings_long: `listings (ends_at, starts_at) where ends_at - starts_at > ${longSpan_s}`,
  venue_listings_listed: `venue_listings (target_id, starts_at, ends_at, after_id, protected, id) where ${isListed}`,
}

/** Indexes of the events of venues, organizers and terms that last long. */
export const lastingIndexes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(linkedListings).map((table) => [
    `${table}_lasting`,
    // SQLite needs every column of a condition in an index whose own condition is a calculation.
    `${table} (target_id, starts_at, ends_at, status, hide_from_listings)
     where ${isListed} and ends_at - starts_at > ${lastingSpan_s}`,
  ]),
)

/**
 * Indexes of the events that are not published yet: what is published is counted by day, and these, which are few, one by one.
 * `columns` are those that the indexes of all listings end with.
 */
export const unpublishedIndexes = (columns: readonly string[] = []): Readonly<Record<string, string>> => ({
  listings_unpublished: `listings (${[order, 'ends_at', chosen, 'status_before', ...columns].join(', ')}) where ${unpublished()}`,
  ...Object.fromEntries(
    (Object.keys(linkedListings) as LinkedListing[]).map((table) => [
      `${table}_unpublished`,
      `${table} (target_id, starts_at, ends_at, status, author_id, status_before) where ${unpublished()}`,
    ]),
  ),
})
