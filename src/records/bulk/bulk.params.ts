import { reasonField } from '../../fields/happening.ts'
import { Type, type StaticDecode } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { eventFields } from '../../fields/events.fields.ts'
import { paramOf } from '../../fields/fields.params.ts'
import { idList, idListOrNone } from '../../pure/params/lists.ts'
import { choice } from '../../pure/params/texts.ts'
import { ownListsParam, ownParam } from '../own/own.params.ts'
import { scope } from '../series/series.params.ts'

/** What can be done to several events at once. */
export const bulkActions = [
  'approve',
  'draft',
  'cancel',
  'reinstate',
  'categorize',
  'place',
  'fields',
  'trash',
  'restore',
  'delete',
] as const
export type BulkAction = (typeof bulkActions)[number]

/** The parameters of `POST events/bulk`. */
export const bulkParams = Type.Object({
  ids: idList('The events, by ID.'),
  action: choice(
    bulkActions,
    'What is done: approve publishes, draft takes back what was public, cancel and reinstate say whether the events take place, categorize gives and takes categories, place says where they are, fields what they say of the fields that the calendar has declared, trash and restore (as they were before), delete for good.',
  ),
  reason: paramOf(eventFields, reasonField),
  add_categories: Type.Optional(
    idList('With categorize: the categories, by ID, that each event has from now on beside its own.'),
  ),
  remove_categories: Type.Optional(
    idList('With categorize: the categories, by ID, that no event has from now on.'),
  ),
  venue: Type.Optional(
    idListOrNone('With place: the venues, by ID, that each event has from now on; empty for none.'),
  ),
  fields: Type.Optional(ownParam),
  add_fields: Type.Optional(ownListsParam('add')),
  remove_fields: Type.Optional(ownListsParam('remove')),
  scope: Type.Optional(scope),
  dry_run: Type.Optional(flag('Whether to answer what would happen, and write nothing.')),
})
export type Bulk = StaticDecode<typeof bulkParams>
