import Type, { type Static } from 'typebox'
import type { Site } from '../http/site.ts'
import type { Context } from '../posts/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { inOrder } from '../posts/posts.view.ts'
import {
  type WpForm,
  wpOwnedRecord,
  wpPostMembers,
  wpPostRecord,
  wpShieldedRecord,
  wpText,
} from '../posts/posts.wp.view.ts'
import { renderExcerpt } from '../text/render.ts'
import type { EventWithLinks } from './events.row.ts'

const ids = (description: string) => Type.Array(Type.Integer(), { description })

/** An event as `wp/v2` shows it, for clients that set its image and terms there; it does not show when it takes place. */
export const wpEventRecord = Type.Object({
  ...wpPostRecord,
  excerpt: wpShieldedRecord,
  ...wpOwnedRecord,
  meta: Type.Array(Type.Unknown(), { description: 'Always empty.' }),
  tags: ids('The IDs of the tags.'),
  tribe_events_cat: ids('The IDs of the categories.'),
})
export type WpEventRecord = Static<typeof wpEventRecord>

/** The event in the form that the original has for all kinds of posts. */
export function wpEventView(
  { event, categories, tags }: EventWithLinks,
  site: Site,
  { siteZone }: Pick<Context, 'siteZone'>,
  form: WpForm = 'view',
): WpEventRecord {
  const isProtected = event.password_digest !== null
  const terms = form === 'closed' ? { tags: [], categories: [] } : { tags, categories }
  return inOrder<WpEventRecord>(wpEventRecord, {
    ...wpPostMembers(kinds.event, event, { site, siteZone }, { form, isProtected }),
    excerpt: { ...wpText(event.excerpt, renderExcerpt, form), protected: isProtected },
    meta: [],
    tags: terms.tags.map(({ id }) => id),
    tribe_events_cat: terms.categories.map(({ id }) => id),
  })
}
