import Type, { type Static } from 'typebox'
import type { LinkedRow } from '../linked/linked.kind.ts'
import { imageOf, imageRecord } from '../media/media.record.ts'
import { datesOf } from '../posts/posts.dates.ts'
import { kinds } from '../posts/posts.kind.ts'
import {
  filledOnly,
  globalIdRecord,
  globalIds,
  inOrder,
  postRecord,
  postUrl,
  type Shown,
} from '../posts/posts.view.ts'
import { plainTextOfHtml } from '../text/address.ts'
import { renderContent, renderTitle } from '../text/render.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))

/** The organizer on the wire (`wire-others.md` 1.2): members without a value are left out. */
export const organizerRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the organizer.' }),
  ...postRecord,
  organizer: Type.String({ description: 'The name, rendered.' }),
  description: text('The description, rendered.'),
  slug: text('The slug.'),
  image: Type.Optional(imageRecord),
  phone: text('The phone number.'),
  website: text('The website.'),
  email: text('The e-mail address.'),
  json_ld: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'schema.org data; in single reads only.' }),
  ),
  ...globalIdRecord,
})

export type OrganizerRecord = Static<typeof organizerRecord>

/** The organizer as it is shown in lists, after writes and within events. */
export function organizerView(row: LinkedRow, shown: Shown): OrganizerRecord {
  return inOrder<OrganizerRecord>(organizerRecord, {
    ...globalIds(shown.site, row.id),
    ...filledOnly({
      id: row.id,
      author: String(row.author_id),
      status: row.status,
      ...datesOf(kinds.organizer, row, shown.siteZone),
      url: postUrl(shown.site, kinds.organizer, row),
      organizer: renderTitle(row.title),
      description: renderContent(row.description),
      slug: row.slug,
      image: imageOf(shown, row.image_id),
      phone: row['phone'],
      website: row['website'],
      email: row['email'],
    }),
  } as OrganizerRecord)
}

/** The organizer as a single read shows it: with `json_ld`. */
export function organizerViewSingle(row: LinkedRow, shown: Shown): OrganizerRecord {
  return inOrder<OrganizerRecord>(organizerRecord, {
    ...organizerView(row, shown),
    json_ld: organizerJsonLd(row, shown),
  })
}

/** The organizer as a schema.org Organization, with its e-mail address plain (D4). */
export function organizerJsonLd(row: LinkedRow, shown: Pick<Shown, 'site' | 'images'>) {
  return {
    '@type': 'Organization',
    name: plainTextOfHtml(row.title),
    ...filledOnly({
      description: plainTextOfHtml(row.description, 30),
      image: imageOf(shown, row.image_id)?.url,
    }),
    url: row['website'] || postUrl(shown.site, kinds.organizer, row),
    ...filledOnly({ telephone: row['phone'], email: row['email'], sameAs: row['website'] }),
  }
}
