import { Type } from 'typebox'
import type { PostKind } from '../../records/posts/posts.kind.ts'
import type { ShownPost } from '../../records/posts/posts.query.ts'
import { type PostShown, wpPostMembers, wpPostRecord, wpShieldedRecord } from '../wp/wp.view.ts'
import { escapeHtml } from '../../pure/text/html.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { shownContent } from '../../pure/text/render.ts'

const { id, date, date_gmt, modified, modified_gmt, slug, status, type, link, title, content } = wpPostRecord

/** The members that records of all kinds begin with, in order. */
export const tecCommonRecord = {
  id,
  date,
  date_gmt,
  guid: Type.Object(
    { rendered: Type.String() },
    { description: 'An address that stays the same whatever the slug.' },
  ),
  modified,
  modified_gmt,
  slug,
  status,
  type,
  link,
  title,
  content,
  excerpt: wpShieldedRecord,
  author: Type.Integer({ description: 'The ID of the author.' }),
  featured_media: Type.Integer({ description: 'The ID of the featured image; 0 for none.' }),
  template: Type.String({ description: 'Always empty.' }),
}

/** How many words of the content stand for an excerpt that there is none of. */
const excerptWords = 55

/** The common members of a record that anybody may read who reads it at all. */
export function tecMembers(
  kind: PostKind,
  post: Parameters<typeof wpPostMembers>[1] & ShownPost & { readonly excerpt?: string },
  shown: PostShown,
  isProtected = false,
) {
  return {
    ...wpPostMembers(kind, post, shown, { form: 'view', isProtected }),
    excerpt: { rendered: excerptOf(post, shown), protected: isProtected },
  }
}

function excerptOf(
  { excerpt = '', description }: { readonly excerpt?: string; readonly description: string },
  { site, rendered }: PostShown,
) {
  if (excerpt !== '') return rendered?.excerpt ?? shownContent(excerpt, site.home)
  if (description === '') return ''
  const beginning = plainTextOfHtml(description, excerptWords)
  return beginning === '' ? '' : `<p>${escapeHtml(beginning)}</p>`
}
