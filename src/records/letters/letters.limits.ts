/** How many subscriptions a subscriber has at most. */
export const mostSubscriptions = 20

/** A subscriber has as many subscriptions as one may have. */
export class HasAll extends Error {
  override readonly name = 'HasAll'
}

/** How many digests there are at most. */
export const mostDigests = 5000

/** How many subscribers there are at most. */
export const mostSubscribers = 100_000

/** How many requests wait to be confirmed at most. */
export const mostRequests = 20_000

/** How many mails about what was asked for go to an address in a day at most: more are sent to nobody who has not asked for any. */
export const mostMails = 3

/** The longest filter, in characters. */
export const longestFilter = 1000
