import { Type } from 'typebox'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { Site } from '../../http/site.ts'
import { type WpLinks, wpLinks } from '../../http/wp.record.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { wpDatesOf } from '../../records/posts/posts.dates.ts'
import type { PostKind } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import type { PostColumns } from '../../storage/schema/tables.ts'
import { shownContent, shownTitle } from '../../pure/text/render.ts'

/** How a record is shown: to be read, to be edited with its texts as they are stored too, or closed to whoever lacks its password. */
export type WpForm = 'view' | 'edit' | 'closed'

const text = (description: string) => Type.String({ description })
const both = {
  raw: Type.Optional(text('As it is stored; only to be edited.')),
  rendered: text('As HTML.'),
}

/** A text of a post that a password may protect. */
export const wpShieldedRecord = Type.Object({
  ...both,
  protected: Type.Boolean({ description: 'Whether readers need a password.' }),
})

/** The members that a post of any kind begins with below `wp/v2`. */
export const wpPostRecord = {
  id: Type.Integer({ description: 'The ID of the record.' }),
  date: text('When it is, was or will be published, in the zone of the site.'),
  date_gmt: text('The same in UTC.'),
  modified: text('The last change, in the zone of the site.'),
  modified_gmt: text('The last change, in UTC.'),
  slug: text('The slug.'),
  status: text('The status.'),
  type: text('The kind of record: “tribe_events”, “tribe_venue” or “tribe_organizer”.'),
  link: Type.String({ format: 'uri', description: 'The public page.' }),
  title: Type.Object(both),
  content: wpShieldedRecord,
}

/** The members that follow its texts. */
export const wpOwnedRecord = {
  author: Type.Integer({ description: 'The ID of the author.' }),
  featured_media: Type.Integer({ description: 'The ID of the featured image; 0 for none.' }),
}

/** What has come later, at the end. */
export const wpLaterRecord = {
  guid: Type.Object(both, { description: 'An address that never changes.' }),
  template: text('Always empty.'),
}

/** The names of a post for style sheets, as the original gives them to those who do not know its password. */
export function wpClasses(
  { postType }: PostKind,
  post: Pick<PostColumns, 'id' | 'status' | 'image_id'>,
  { isProtected = false, terms = [] }: { readonly isProtected?: boolean; readonly terms?: readonly string[] },
): string[] {
  const shown = isProtected
    ? ['post-password-required']
    : post.image_id === null
      ? []
      : ['has-post-thumbnail']
  return [
    `post-${post.id}`,
    postType,
    `type-${postType}`,
    `status-${post.status}`,
    ...shown,
    'hentry',
    ...terms,
  ]
}

/** The links of a post: its author and its image beside the usual ones. */
export function wpPostLinks(
  { postType }: PostKind,
  { id, author_id, image_id }: Pick<PostColumns, 'id' | 'author_id' | 'image_id'>,
  site: Site,
  { form, more = {} }: { readonly form: WpForm; readonly more?: WpLinks },
): WpLinks {
  const image = image_id === null || form === 'closed' ? undefined : image_id
  return wpLinks(site, postType, id, {
    author: [{ embeddable: true, href: `${site.root}/wp/v2/users/${author_id}` }],
    ...(image === undefined
      ? {}
      : { 'wp:featuredmedia': [{ embeddable: true, href: `${site.root}/wp/v2/media/${image}` }] }),
    ...more,
  })
}

/** What a post is shown with; `rendered` has its texts where they were rendered ahead. */
export interface PostShown extends Pick<EventWithLinks, 'rendered'> {
  readonly site: Site
  readonly siteZone: Zone
}

/** The members that all kinds of posts have below `wp/v2`. */
export function wpPostMembers(
  kind: PostKind,
  post: Omit<PostColumns, 'title_folded' | 'folded'>,
  { site, siteZone, rendered }: PostShown,
  { form, isProtected = false }: { readonly form: WpForm; readonly isProtected?: boolean },
) {
  const titled = (text: string) => shownTitle(text, site.home)
  const content = (text: string) => rendered?.description ?? shownContent(text, site.home)
  return {
    id: post.id,
    ...wpDatesOf(post, siteZone),
    slug: post.slug,
    status: post.status,
    type: kind.postType,
    link: postUrl(site, kind, post),
    title: wpText(post.title, titled, form === 'closed' ? 'view' : form),
    content: { ...wpText(post.description, content, form), protected: isProtected },
    author: post.author_id,
    featured_media: form === 'closed' ? 0 : (post.image_id ?? 0),
    guid: guidOf(site, kind, post.id, form),
    template: '',
  }
}

/** Wire: written for HTML. */
function guidOf({ home }: Site, { postType }: PostKind, id: number, form: WpForm) {
  const raw = `${home}/?post_type=${postType}&p=${id}`
  return { ...(form === 'edit' ? { raw } : {}), rendered: raw.replace('&', '&#038;') }
}

/** A text in the form that is asked for. */
export function wpText(stored: string, render: (stored: string) => string, form: WpForm) {
  const rendered = form === 'closed' ? '' : render(stored)
  return form === 'edit' ? { raw: stored, rendered } : { rendered }
}
