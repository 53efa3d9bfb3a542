import { Type, type TObject } from 'typebox'
import { choice } from '../../pure/params/texts.ts'
import type { FeedEvent } from './feed.ts'

const cancelled = choice(
  ['prefix'],
  '“prefix” says of cancelled events that they are confirmed, for calendars that drop cancelled ones; “Cancelled: ” stands before their titles.',
)

/** How a calendar tells that events are cancelled. */
export interface AsCancelled {
  readonly cancelled?: 'prefix'
}

/** The parameters, with the one of calendars. */
export function withCancelled(params: TObject): TObject {
  return Type.Object({ ...params.properties, cancelled: Type.Optional(cancelled) })
}

/** The event as asked for: a cancelled one as one that takes place; its title says that it does not. */
export function asCancelled(event: FeedEvent, { cancelled: how }: AsCancelled): FeedEvent {
  if (how === undefined || event.status !== 'cancelled' || event.isGone) return event
  return { ...event, status: 'confirmed' }
}
