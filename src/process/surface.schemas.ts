import { Type } from 'typebox'
import { ownFieldListRecord, ownFieldRecord } from '../records/own/own.record.ts'
import { redirectsRecord } from '../records/redirects/redirects.routes.ts'
import { offeredLinkRecord } from '../people/accounts/offers.view.ts'
import { passkeySchemas } from '../people/accounts/passkeys.view.ts'
import { bulkRecord } from '../records/bulk/bulk.record.ts'
import { demoRecord } from './demo/demo.routes.ts'
import { changeSchemas } from '../records/changes/changes.record.ts'
import { lineRecord } from '../outward/exports/exports.records.ts'
import { eventFacetsRecord } from '../records/facets/facets.record.ts'
import { costDetailsRecord, dateDetailsRecord, eventRecord } from '../records/events/events.record.ts'
import { wpEventRecord } from '../outward/wp/wp.events.view.ts'
import { wpKindSchemas } from '../outward/wp/wp.kinds.ts'
import { importSchemas } from '../outward/imports/imports.schemas.ts'
import { alikeRecord, duplicatesRecord } from '../records/linked/linked.duplicates.record.ts'
import { wpLinkedRecord } from '../outward/wp/wp.linked.view.ts'
import { wpGoneRecord, wpRemovedRecord } from '../http/wp.record.ts'
import { imageRecord, imageSizeRecord } from '../records/media/media.record.ts'
import { mailsRecord, mailTestRecord } from '../people/mail/mail.record.ts'
import { usesRecord } from '../records/media/media.uses.record.ts'
import { mediaRecord, wpMediaRecord, wpMediaRemovedRecord } from '../records/media/media.view.ts'
import { organizerKind } from '../records/organizers/organizers.kind.ts'
import { organizerRecord } from '../records/organizers/organizers.view.ts'
import { mergeRecord } from '../records/posts/posts.merge.record.ts'
import {
  categoryRecord,
  nestedTermRecord,
  tagRecord,
  wpCategoryRecord,
  wpTagRecord,
} from '../records/terms/terms.view.ts'
import { endedRecord, sessionRecord } from '../people/accounts/sessions.routes.ts'
import { identitiesRecord, identityWayRecord } from '../people/users/identities.routes.ts'
import { tecSchemas } from '../outward/tec/tec.schemas.ts'
import { isObject } from '../pure/params/lists.ts'
import { appliedRecord, previewRecord, seriesRecord } from '../records/series/series.record.ts'
import { settingsRecord } from '../people/settings/settings.view.ts'
import { backupListRecord, backupRecord, systemRecord } from '../people/system/system.record.ts'
import { similarRecord } from '../records/similar/similar.record.ts'
import { pendingRecord } from '../records/submissions/submissions.pending.record.ts'
import { submissionSchemas } from '../records/submissions/submissions.view.ts'
import { letterSchemas } from '../records/letters/letters.record.ts'
import { subscriptionSchemas } from '../records/letters/letters.routes.ts'
import { tribeSchemas } from '../outward/tribe/tribe.schemas.ts'
import { foretoldSchemas } from '../records/registration/guests.foretold.write.ts'
import { guestSchemas } from '../records/registration/guests.view.ts'
import { reportRecord } from '../records/registration/report.record.ts'
import { ticketRecord } from '../records/tickets/tickets.record.ts'
import { tokenRecord, wpPasswordRecord, wpPasswordRemovedRecord } from '../people/users/credentials.view.ts'
import { wpUserRecord, wpUserRemovedRecord } from '../people/users/users.view.ts'
import { venueKind } from '../records/venues/venues.kind.ts'
import { venueRecord } from '../records/venues/venues.view.ts'
import { webhookSchemas } from '../records/webhooks/webhooks.record.ts'

/** The records of the service, by their names in the OpenAPI document. */
export const schemas = {
  ImageSize: imageSizeRecord,
  CostDetails: costDetailsRecord,
  Term: nestedTermRecord,
  Image: imageRecord,
  DateDetails: dateDetailsRecord,
  Event: eventRecord,
  EventFacets: eventFacetsRecord,
  Field: ownFieldRecord,
  FieldList: ownFieldListRecord,
  EventsBulk: bulkRecord,
  VenueDuplicates: duplicatesRecord,
  OrganizerDuplicates: duplicatesRecord,
  VenuesAlike: alikeRecord,
  OrganizersAlike: alikeRecord,
  VenueMerge: mergeRecord,
  OrganizerMerge: mergeRecord,
  CategoryMerge: mergeRecord,
  TagMerge: mergeRecord,
  SimilarEvents: similarRecord,
  Series: seriesRecord,
  SeriesChange: appliedRecord,
  SeriesPreview: previewRecord,
  Venue: venueRecord,
  Organizer: organizerRecord,
  Category: categoryRecord,
  Tag: tagRecord,
  Ticket: ticketRecord,
  ...guestSchemas,
  ...foretoldSchemas,
  RegistrationReport: reportRecord,
  ...subscriptionSchemas,
  ...letterSchemas,
  Media: mediaRecord,
  MediaUses: usesRecord,
  MediaFile: mediaRecord,
  WpEvent: wpEventRecord,
  WpEventRemoved: wpRemovedRecord(wpEventRecord),
  WpVenue: wpLinkedRecord(venueKind),
  WpVenueRemoved: wpRemovedRecord(wpLinkedRecord(venueKind)),
  WpOrganizer: wpLinkedRecord(organizerKind),
  WpOrganizerRemoved: wpRemovedRecord(wpLinkedRecord(organizerKind)),
  ...wpKindSchemas,
  WpMedia: wpMediaRecord,
  WpMediaRemoved: wpMediaRemovedRecord,
  WpCategory: wpCategoryRecord,
  WpCategoryRemoved: wpGoneRecord(wpCategoryRecord),
  WpTag: wpTagRecord,
  WpTagRemoved: wpGoneRecord(wpTagRecord),
  ...changeSchemas,
  ...webhookSchemas,
  ...importSchemas,
  Settings: settingsRecord,
  Demo: demoRecord,
  System: systemRecord,
  Mails: mailsRecord,
  MailTest: mailTestRecord,
  Backup: backupRecord,
  BackupList: backupListRecord,
  ExportLine: lineRecord,
  Redirects: redirectsRecord,
  ...submissionSchemas,
  EventDecision: pendingRecord,
  WpUser: wpUserRecord,
  WpApplicationPassword: wpPasswordRecord,
  Token: tokenRecord,
  CredentialRemoved: wpPasswordRemovedRecord,
  WpUserRemoved: wpUserRemovedRecord,
  ...passkeySchemas,
  OfferedLink: offeredLinkRecord,
}

/** Records that are only answered, and those of other families, whose members nobody sends back. */
export const schemasBeside = {
  Sessions: Type.Array(sessionRecord),
  EndedSessions: endedRecord,
  Identities: identitiesRecord,
  IdentityWay: identityWayRecord,
  ...tecSchemas,
  ...tribeSchemas,
}

const members = new Map(
  Object.entries(schemas).map(([name, schema]: [string, object]) => [
    name,
    'properties' in schema && isObject(schema.properties) ? Object.keys(schema.properties) : [],
  ]),
)

/** The members of a record, by its name among the schemas. */
export function membersOf(name: string): readonly string[] {
  return members.get(name) ?? []
}
