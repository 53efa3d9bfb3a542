/** What has happened to events that are looked for by that; the others are what a record can be. */
export const happenings = ['canceled', 'postponed'] as const

/** All that can be in a list but what is in the trash. */
export const untrashed = ['publish', 'future', 'draft', 'pending', 'private']

/** What events are looked for by as their state. */
export const states = ['publish', 'future', 'pending', 'draft', 'private', ...happenings] as const
export type State = (typeof states)[number]
