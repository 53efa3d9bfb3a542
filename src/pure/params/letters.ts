/** What people may ask to be told by mail: a list of events again and again, an event, all dates of a series, letters of editors. */
const subscriptionKinds = ['digest', 'event', 'series', 'list'] as const
export type SubscriptionKind = (typeof subscriptionKinds)[number]

/** How often a digest comes. */
export const digestFrequencies = ['daily', 'weekly', 'monthly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

/** Which days a digest is about: all until the next one, or the weekend alone. */
export const coversWords = ['period', 'weekend'] as const
export type Covers = (typeof coversWords)[number]

/** How many minutes before the start one may be reminded. */
export const remindMinutes = [60, 180, 1440, 2880, 10_080] as const

/** What one mail to many is. */
const issueKinds = ['digest', 'reminder', 'change', 'letter'] as const
export type IssueKind = (typeof issueKinds)[number]

/** What becomes of a letter of editors. */
export const letterStates = ['draft', 'scheduled', 'sending', 'sent', 'stopped'] as const
export type LetterState = (typeof letterStates)[number]
