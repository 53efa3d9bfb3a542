import { type Asked, ask } from './api.ts'
import type { EventPage, EventRecord } from './records.ts'

/** The most events of a page that are asked for (a service may give fewer), and the most pages: four full weeks of a city. */
const [perPage, mostPages] = [100, 8]

/** All events that a query chooses, page by page, and how many there are. Throws what {@link ask} throws. */
export async function readAll(
  query: NonNullable<Asked['query']>,
  signal?: AbortSignal,
): Promise<{ readonly total: number; readonly events: readonly EventRecord[] }> {
  const events: EventRecord[] = []
  let total = 0
  for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
    const { body } = await ask<EventPage>('events', {
      query: { ...query, per_page: perPage, page },
      ...(signal && { signal }),
    })
    events.push(...body.events)
    total = body.total
    pages = body.total_pages
  }
  return { total, events }
}
