import { Type, type Static } from 'typebox'
import { behindPassword } from '../../records/events/events.happening.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { shownContent } from '../../pure/text/render.ts'
import { customIn, ownMember } from '../../records/own/own.view.ts'
import { ownValuesMember } from '../../records/own/own.record.ts'
import { wpMeta, wpMetaRecord, wpStatusClasses } from './wp.events.meta.ts'
import {
  wpClasses,
  type WpForm,
  wpLaterRecord,
  wpOwnedRecord,
  wpPostLinks,
  wpPostMembers,
  wpPostRecord,
  wpShieldedRecord,
  wpText,
} from './wp.view.ts'
import { wpClassList, wpLinksRecord } from '../../http/wp.record.ts'

const ids = (description: string) => Type.Array(Type.Integer(), { description })

/** An event as `wp/v2` shows it, for clients that set its image and terms there; it does not show when it takes place. */
export const wpEventRecord = Type.Object({
  ...wpPostRecord,
  excerpt: wpShieldedRecord,
  ...wpOwnedRecord,
  meta: wpMetaRecord,
  tags: ids('The IDs of the tags.'),
  tribe_events_cat: ids('The IDs of the categories.'),
  class_list: wpClassList,
  ...wpLaterRecord,
  _links: wpLinksRecord,
  fields: ownValuesMember,
})
export type WpEventRecord = Static<typeof wpEventRecord>

/** The event in the form that the original has for all kinds of posts. */
export function wpEventView(
  { event, categories, tags, venues, organizers, rendered }: EventWithLinks,
  site: Site,
  { siteZone, declared }: Pick<Context, 'siteZone' | 'declared'>,
  form: WpForm = 'view',
): WpEventRecord {
  const isProtected = event.password_digest !== null
  const terms = form === 'closed' ? { tags: [], categories: [] } : { tags, categories }
  const { own } = form === 'closed' ? behindPassword(event) : event
  return inOrder<WpEventRecord>(wpEventRecord, {
    ...wpPostMembers(kinds.event, event, { site, siteZone, rendered }, { form, isProtected }),
    excerpt: {
      ...wpText(event.excerpt, (text) => rendered?.excerpt ?? shownContent(text, site.home), form),
      protected: isProtected,
    },
    meta: {
      ...customIn('event', own, declared),
      ...wpMeta(
        form === 'closed'
          ? { event: { ...behindPassword(event), cost: '', website: null }, venues: [], organizers: [] }
          : { event, venues, organizers },
      ),
    },
    tags: terms.tags.map(({ id }) => id),
    tribe_events_cat: terms.categories.map(({ id }) => id),
    class_list: wpClasses(kinds.event, event, {
      isProtected: form === 'closed',
      terms: [
        ...terms.tags.map(({ slug }) => `tag-${slug}`),
        ...terms.categories.flatMap(({ slug }) => [`tribe_events_cat-${slug}`, `cat_${slug}`]),
        ...wpStatusClasses(event),
      ],
    }),
    _links: wpPostLinks(kinds.event, event, site, {
      form,
      more: { 'wp:term': form === 'closed' ? [] : termLinks(event.id, site) },
    }),
    ...ownMember('event', { own }, { declared }, form === 'edit' ? 'editors' : 'everybody'),
  })
}

/** The lists of the terms of an event. */
function termLinks(id: number, site: Site) {
  return [
    { taxonomy: 'post_tag', base: 'tags' },
    { taxonomy: 'tribe_events_cat', base: 'tribe_events_cat' },
  ].map(({ taxonomy, base }) => ({
    taxonomy,
    embeddable: true,
    href: `${site.root}/wp/v2/${base}?post=${id}`,
  }))
}
