import type { Trigger } from './trigger.ts'

/**
 * Words to whoever reviews an event, only until it is decided, and theirs to its author, until it is public. They are beside the event, so that no list, feed,
 * export or history has them, and a trigger takes them away, so that no way of deciding can leave them there.
 */
export const noteTriggers: readonly Trigger[] = [
  {
    name: 'event_notes_decided',
    after: 'update of status, author_id on events',
    when: `new.author_id <> old.author_id or (new.status <> old.status and new.status <> 'pending')`,
    statements: ['delete from event_notes where event_id = new.id'],
  },
  {
    // What is given back is read by its author, and by who decides when it is sent again.
    name: 'event_decisions_over',
    after: 'update of status, author_id on events',
    when: `new.author_id <> old.author_id or (new.status <> old.status and new.status in ('publish', 'future', 'private'))`,
    statements: ['delete from event_decisions where event_id = new.id'],
  },
]
