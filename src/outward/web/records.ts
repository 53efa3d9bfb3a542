import type { PostKind } from '../../records/posts/posts.kind.ts'
import { eventPage } from './event.ts'
import type { Page } from './page.ts'
import { organizerPage, venuePage } from './linked.ts'
import type { Visit } from './visit.ts'

/** The page of the record with the id; undefined unless there is one that this reader may see. `password`: the one they sent. */
export function recordPage(
  visit: Visit,
  kind: PostKind['name'],
  id: number,
  password?: string,
): Promise<Page | undefined> {
  return pages[kind](visit, id, password)
}

const pages: Readonly<
  Record<PostKind['name'], (visit: Visit, id: number, password?: string) => Promise<Page | undefined>>
> = { event: eventPage, venue: venuePage, organizer: organizerPage }
