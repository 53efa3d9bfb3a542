import type { Feed, FeedEvent, FeedEvents, FeedWriter } from './feed.ts'

/** The most bytes of a feed that is to end by itself: Google Calendar follows none of more than a megabyte. Some are left for what is told of the end. */
const most_bytes = 990_000

/**
 * A feed of events in the order of their starts, which ends where it would become too long, between two moments; `told` makes the feed
 * that says so, by the first event that is not in it. An event that is too long by itself is in a feed of its own.
 */
export async function* writeWithinLimit(
  write: FeedWriter,
  { feed, events, told }: { feed: Feed; events: FeedEvents; told: (next: FeedEvent) => Feed | Promise<Feed> },
): AsyncGenerator<string, void, undefined> {
  const taken: FeedEvent[] = []
  const chunks: string[] = []
  let bytes = 0
  // A writer gives the text of an event before it asks for the next one.
  async function* asLongAsThereIsRoom() {
    for await (const event of events) {
      taken.push(event)
      yield event
      if (bytes > most_bytes) return
    }
  }
  for await (const chunk of write(feed, asLongAsThereIsRoom())) {
    chunks.push(chunk)
    bytes += Buffer.byteLength(chunk)
  }
  const last = taken.at(-1)
  if (bytes <= most_bytes || last === undefined || taken.length === 1) {
    yield* chunks
    return
  }
  const before = taken.filter(({ start }) => start.at < last.start.at)
  // Where all begin at the same moment, what is left out cannot be told by it.
  const kept = before.length > 0 ? before : taken.slice(0, -1)
  yield* write(await told(taken[kept.length] ?? last), kept)
}
