import type { SchemaWords, Trigger } from './words.ts'

/**
 * Words to whoever reviews an event: of the author, and only until it is decided. They are beside the event, so that no list, feed,
 * export or history has them, and a trigger takes them away, so that no way of deciding can leave them there.
 */
export function eventNotes({ text, triggers }: SchemaWords): readonly string[] {
  const decided: Trigger = {
    name: 'event_notes_decided',
    after: 'update of status, author_id on events',
    when: `new.author_id <> old.author_id or (new.status <> old.status and new.status <> 'pending')`,
    statements: ['delete from event_notes where event_id = new.id'],
  }
  return [
    `create table event_notes (
       event_id bigint primary key references events (id) on delete cascade,
       note ${text} not null)`,
    ...triggers(decided),
  ]
}
