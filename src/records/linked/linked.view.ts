import { Type } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import type { Kind } from '../../fields/declare.ts'
import { shownOf } from '../../fields/fields.record.ts'
import { imageOf, imageRecord } from '../media/media.record.ts'
import { datesOf } from '../posts/posts.dates.ts'
import type { PostKind } from '../posts/posts.kind.ts'
import { filledOnly, postUrl, type ViewContext } from '../posts/posts.view.ts'
import { knownStatus } from '../../pure/params/words.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { shownContent, shownTitle } from '../../pure/text/render.ts'
import type { ShownLinked } from './linked.kind.ts'

/** A text member that a record lacks when it is empty. */
function text(description: string) {
  return Type.Optional(Type.String({ description }))
}

/** The members that follow the name in both records, in order. */
export const describedRecord = {
  description: text('The description, rendered.'),
  slug: text('The slug.'),
  image: Type.Optional(imageRecord),
}

/** The member that only single reads have (D4). */
export const jsonLdRecord = {
  json_ld: Type.Optional(
    byAnyName(Type.Unknown(), { description: 'schema.org data; in single reads only.' }),
  ),
}

/** The members that the records of venues and organizers have in common, empty or not. */
export function linkedMembers(kind: PostKind, row: ShownLinked, shown: ViewContext) {
  return {
    id: row.id,
    author: String(row.author_id),
    status: knownStatus(row.status),
    ...datesOf(kind, row, shown.siteZone),
    url: postUrl(shown.site, kind, row),
    [kind.name]: shownTitle(row.title, shown.site.home),
    description: shownContent(row.description, shown.site.home),
    slug: row.slug,
    image: imageOf(shown, row.image_id),
  }
}

/** The members of its own. Wire: the text “0” is none. */
export function ownMembers<Of extends Kind>(kind: Of, row: ShownLinked): ReturnType<typeof shownOf<Of>> {
  const members = Object.entries(shownOf(kind, row)).filter(([, value]) => value !== '0')
  return Object.fromEntries(members) as ReturnType<typeof shownOf<Of>> // What is always there is no text.
}

/** How many words of the description search engines are given. */
const words = 30

/** The members of a schema.org Thing: the name, and description and image if there are any. */
export function thingJsonLd(row: ShownLinked, shown: Pick<ViewContext, 'site' | 'images'>) {
  return {
    name: plainTextOfHtml(row.title),
    ...filledOnly({
      description: plainTextOfHtml(row.description, words),
      image: imageOf(shown, row.image_id)?.url,
    }),
  }
}
