import Type, { type Static } from 'typebox'
import type { Site } from '../http/site.ts'
import type { Context } from '../posts/context.ts'
import { wpDatesOf } from '../posts/posts.dates.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { renderContent, renderExcerpt, renderTitle } from '../text/render.ts'
import type { EventWithLinks } from './events.row.ts'

const text = (description: string) => Type.String({ description })
const ids = (description: string) => Type.Array(Type.Integer(), { description })
const rendered = text('As HTML.')
const shielded = Type.Object({
  rendered,
  protected: Type.Boolean({ description: 'Whether readers need a password.' }),
})

/** An event as `wp/v2` shows it, for clients that set its image and terms there; it does not show when it takes place. */
export const wpEventRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the event.' }),
  date: text('When it is, was or will be published, in the zone of the site.'),
  date_gmt: text('The same in UTC.'),
  modified: text('The last change, in the zone of the site.'),
  modified_gmt: text('The last change, in UTC.'),
  slug: text('The slug.'),
  status: text('The status.'),
  type: text('Always “tribe_events”.'),
  link: Type.String({ format: 'uri', description: 'The public page.' }),
  title: Type.Object({ rendered }),
  content: shielded,
  excerpt: shielded,
  author: Type.Integer({ description: 'The ID of the author.' }),
  featured_media: Type.Integer({ description: 'The ID of the featured image; 0 for none.' }),
  meta: Type.Array(Type.Unknown(), { description: 'Always empty.' }),
  tags: ids('The IDs of the tags.'),
  tribe_events_cat: ids('The IDs of the categories.'),
})
export type WpEventRecord = Static<typeof wpEventRecord>

/** The event in the form that the original has for all kinds of posts. */
export function wpEventView(
  { event, categories, tags }: EventWithLinks,
  site: Site,
  { siteZone }: Context,
): WpEventRecord {
  const shield = { protected: event.password_digest !== null }
  return {
    id: event.id,
    ...wpDatesOf(event, siteZone),
    slug: event.slug,
    status: event.status,
    type: kinds.event.postType,
    link: postUrl(site, kinds.event, event),
    title: { rendered: renderTitle(event.title) },
    content: { rendered: renderContent(event.description), ...shield },
    excerpt: { rendered: renderExcerpt(event.excerpt), ...shield },
    author: event.author_id,
    featured_media: event.image_id ?? 0,
    meta: [],
    tags: tags.map(({ id }) => id),
    tribe_events_cat: categories.map(({ id }) => id),
  }
}
