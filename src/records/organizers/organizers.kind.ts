import { valuesOf } from '../../fields/declare.ts'
import { blankOf } from '../../fields/fields.columns.ts'
import { organizerFields } from '../../fields/organizers.fields.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { listOrganizersParams } from '../linked/linked.params.ts'
import { kinds } from '../posts/posts.kind.ts'
import { createOrganizerParams, updateOrganizerParams } from './organizers.params.ts'
import { organizerView, organizerViewSingle, organizerViewToEdit } from './organizers.view.ts'

/** What distinguishes organizers from venues. */
export const organizerKind: LinkedKind = {
  ...kinds.organizer,
  link: { table: 'event_organizers', column: 'organizer_id' },
  list: { key: 'organizers', order: 'items first', pastTheEnd: 'organizer-archive-page-not-found' },
  fields: organizerFields,
  columns: blankOf(organizerFields),
  listParams: listOrganizersParams,
  place: [],
  createParams: createOrganizerParams,
  updateParams: updateOrganizerParams,
  schema: 'Organizer',
  meta: valuesOf(organizerFields, ({ wp }) => wp),
  refusals: {
    hidden: 'organizer-not-accessible',
    trashed: 'organizer-is-in-trash',
    notCreated: 'could-not-create-organizer',
    notUpdated: 'could-not-update-organizer',
  },
  faults: () => ({}),
  derive: () => ({}),
  view: organizerView,
  viewSingle: organizerViewSingle,
  viewToEdit: organizerViewToEdit,
}
