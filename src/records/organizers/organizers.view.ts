import { ownMember } from '../own/own.view.ts'
import { ownValuesMember } from '../own/own.record.ts'
import { Type, type Static } from 'typebox'
import { membersOf } from '../../fields/fields.record.ts'
import { organizerFields } from '../../fields/organizers.fields.ts'
import type { ShownLinked } from '../linked/linked.kind.ts'
import {
  describedRecord,
  jsonLdRecord,
  linkedMembers,
  ownMembers,
  thingJsonLd,
} from '../linked/linked.view.ts'
import { kinds } from '../posts/posts.kind.ts'
import {
  filledOnly,
  globalIdRecord,
  globalIds,
  madeOnce,
  postRecord,
  postUrl,
  type ViewContext,
} from '../posts/posts.view.ts'
import { inOrder } from '../../pure/params/inOrder.ts'

/** The organizer on the wire (`wire-others.md` 1.2): members without a value are left out. */
export const organizerRecord = Type.Object(
  membersOf(organizerFields, {
    id: Type.Integer({ description: 'The ID of the organizer.' }),
    ...postRecord,
    organizer: Type.String({ description: 'The name, rendered.' }),
    ...describedRecord,
    fields: ownValuesMember,
    ...jsonLdRecord,
    ...globalIdRecord,
  }),
)

export type OrganizerRecord = Static<typeof organizerRecord>

/** The organizer as shown in lists, in answers to writes and within events. */
export const organizerView = madeOnce((row: ShownLinked, shown: ViewContext) =>
  inOrder<OrganizerRecord>(organizerRecord, {
    ...globalIds(shown.site, row.id),
    ...filledOnly(linkedMembers(kinds.organizer, row, shown)),
    ...ownMembers(organizerFields, row),
    ...ownMember('organizer', row, shown, 'everybody'),
  } as OrganizerRecord),
)

/** The organizer as a single read shows it: with `json_ld`. */
export function organizerViewSingle(row: ShownLinked, shown: ViewContext): OrganizerRecord {
  return inOrder<OrganizerRecord>(organizerRecord, {
    ...organizerView(row, shown),
    json_ld: organizerJsonLd(row, shown),
  })
}

/** The same for who may edit it: with what nobody else is told of the fields that the calendar has declared. */
export function organizerViewToEdit(row: ShownLinked, shown: ViewContext): OrganizerRecord {
  return inOrder<OrganizerRecord>(organizerRecord, {
    ...organizerViewSingle(row, shown),
    ...ownMember('organizer', row, shown, 'editors'),
  })
}

/** The organizer as a schema.org Organization, with its e-mail address plain (D4). */
export function organizerJsonLd(row: ShownLinked, shown: Pick<ViewContext, 'site' | 'images'>) {
  return {
    '@type': 'Organization',
    ...thingJsonLd(row, shown),
    url: row['website'] || postUrl(shown.site, kinds.organizer, row),
    ...filledOnly({ telephone: row['phone'], email: row['email'], sameAs: row['website'] }),
  }
}
