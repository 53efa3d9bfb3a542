import { registrationType } from '../../pure/params/guests.ts'
import { type HistoryKind, historyKinds } from '../../storage/schema/tables.history.ts'

/** What happens to a record, as far as everybody may know. */
export const told = ['created', 'updated', 'published', 'canceled', 'deleted'] as const
export type Told = (typeof told)[number]

/** What a message may be about: something that has happened to a record, an import that has ended, or who comes. */
export type MessageType = `${HistoryKind}.${Told}` | 'import.finished' | typeof registrationType

/** The types of messages that a webhook may ask for. */
export const messageTypes: readonly MessageType[] = [
  ...historyKinds.flatMap((kind) => told.map((what) => `${kind}.${what}` as const)),
  'import.finished',
  registrationType,
]

/** The type of a message that only shows whether a webhook works. */
export const testType = 'webhook.test'
