import type { EventWithLinks } from '../../records/events/events.row.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import type { Visit } from './visit.ts'

/** The events of a page as a schema.org ItemList, which names the page of each; nothing where the page shows none. */
export function itemListOf(
  { site }: Pick<Visit, 'site'>,
  events: readonly EventWithLinks[],
): { readonly itemList?: object } {
  if (events.length === 0) return {}
  return {
    itemList: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: events.map(({ event }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        url: postUrl(site, kinds.event, event),
      })),
    },
  }
}
