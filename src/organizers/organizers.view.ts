import Type, { type Static } from 'typebox'
import type { Zone } from '../calendar/zone.ts'
import type { Site } from '../http/site.ts'
import type { LinkedRow } from '../linked/linked.kind.ts'
import { datesOf } from '../posts/posts.dates.ts'
import { kinds } from '../posts/posts.kind.ts'
import { filledOnly, globalIdRecord, globalIds, inOrder, postRecord, postUrl } from '../posts/posts.view.ts'
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
export function organizerView(row: LinkedRow, site: Site, siteZone: Zone): OrganizerRecord {
  return inOrder<OrganizerRecord>(organizerRecord, {
    ...globalIds(site, row.id),
    ...filledOnly({
      id: row.id,
      author: String(row.author_id),
      status: row.status,
      ...datesOf(kinds.organizer, row, siteZone),
      url: postUrl(site, kinds.organizer, row),
      organizer: renderTitle(row.title),
      description: renderContent(row.description),
      slug: row.slug,
      phone: row['phone'],
      website: row['website'],
      email: row['email'],
    }),
  } as OrganizerRecord)
}

/** The organizer as a single read shows it: with `json_ld`. */
export function organizerViewSingle(row: LinkedRow, site: Site, siteZone: Zone): OrganizerRecord {
  return inOrder<OrganizerRecord>(organizerRecord, {
    ...organizerView(row, site, siteZone),
    json_ld: organizerJsonLd(row, site),
  })
}

/** The organizer as a schema.org Organization, with its e-mail address plain (D4). */
export function organizerJsonLd(row: LinkedRow, site: Site) {
  return {
    '@type': 'Organization',
    name: plainTextOfHtml(row.title),
    ...filledOnly({ description: plainTextOfHtml(row.description, 30) }),
    url: row['website'] || postUrl(site, kinds.organizer, row),
    ...filledOnly({ telephone: row['phone'], email: row['email'], sameAs: row['website'] }),
  }
}
