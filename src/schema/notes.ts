import type { Trigger } from './words.ts'

/**
 * Words to whoever reviews an event: of the author, and only until it is decided. They are beside the event, so that no list, feed,
 * export or history has them, and a trigger takes them away, so that no way of deciding can leave them there.
 */
export const noteTriggers: readonly Trigger[] = [
  {
    name: 'event_notes_decided',
    after: 'update of status, author_id on events',
    when: `new.author_id <> old.author_id or (new.status <> old.status and new.status <> 'pending')`,
    statements: ['delete from event_notes where event_id = new.id'],
  },
]
