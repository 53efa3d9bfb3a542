import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { historyActions, historyKinds } from '../../storage/schema/tables.history.ts'

const moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2031-03-11T18:00:00Z'] })

const by = Type.Object(
  {
    id: Type.Integer({ description: 'The ID of the user; 0: nobody, but the service itself.' }),
    name: Type.String({ description: 'What they are called; empty where nobody is any more.' }),
    via: Type.Enum(['', 'password', 'token', 'import', 'clock', 'command'], {
      description:
        'How they wrote: signed in (empty), by an application password or a token, by an import, by a command, or the service by its clock.',
    }),
    import: Type.Optional(Type.Integer({ description: 'The ID of the import.' })),
  },
  { description: 'Who did it.' },
)

const differences = byAnyName(Type.Object({ from: Type.Unknown(), to: Type.Unknown() }), {
  description: 'The fields that it changed: what they were, and what they became.',
})

const names = byAnyName(Type.Union([Type.String(), Type.Null()]), {
  description:
    'What the records are called now that the differences have by their IDs: by field and ID, such as “venue 12”; null for those that are gone.',
})

const undoing = Type.Union(
  [
    Type.Object({
      kind: Type.Enum([...historyKinds]),
      id: Type.Integer(),
      revision: Type.Integer(),
    }),
    Type.Null(),
  ],
  {
    description:
      'By which entry of which record all of it is taken back: of a change of a series and its dates by that of the series; null where it never can be, or each record is taken back by itself.',
  },
)

/** An entry of the history of a record. */
const historyEntryRecord = Type.Object({
  revision: Type.Integer({ description: 'The number of the entry, which grows with time.' }),
  action: Type.Enum([...historyActions]),
  by,
  at: moment('When it was done.'),
  changes: differences,
  names: Type.Optional(names),
  dates: Type.Optional(
    Type.Integer({
      description: 'Of a change of a series and its dates: how many of them were changed with it.',
    }),
  ),
  undo: Type.Optional(undoing),
})
export type HistoryEntry = Static<typeof historyEntryRecord>

const total = Type.Integer({ description: 'How many entries there are.' })
const totalPages = Type.Integer({ description: 'How many pages there are.' })

/** The history of a record, a page of it. */
const historyRecord = Type.Object({
  history: Type.Array(historyEntryRecord, { description: 'The newest first.' }),
  total,
  total_pages: totalPages,
})

/** What was done in the whole calendar, a page of it. */
const actsRecord = Type.Object({
  history: Type.Array(
    Type.Object({
      revision: Type.Integer({ description: 'The number of its last change, which grows with time.' }),
      action: Type.Enum([...historyActions], { description: 'What happened to its first record.' }),
      by,
      at: moment('When it was done.'),
      counts: Type.Array(
        Type.Object({
          kind: Type.Enum([...historyKinds]),
          action: Type.Enum([...historyActions]),
          records: Type.Integer(),
        }),
        { description: 'How many records it dealt with, and how.' },
      ),
      records: Type.Array(
        Type.Object({
          kind: Type.Enum([...historyKinds]),
          id: Type.Integer(),
          revision: Type.Integer({ description: 'Its entry in the history of the record.' }),
          action: Type.Enum([...historyActions]),
          title: Type.Union([Type.String(), Type.Null()], {
            description: 'What it is called now; null where it is gone.',
          }),
          changes: Type.Optional(differences),
        }),
        {
          description:
            'The first of them; a series before its dates. Of the first event, or else the first record, it is told what changed, unless it was an import of many.',
        },
      ),
      names: Type.Optional(names),
      undo: undoing,
    }),
    { description: 'The newest first; an import, or a change of many dates, is one.' },
  ),
  total,
  total_pages: totalPages,
})
export type HistoryAct = Static<typeof actsRecord>['history'][number]

/** What was taken back. */
const undoneRecord = Type.Object({
  kind: Type.Enum([...historyKinds]),
  id: Type.Integer(),
  fields: Type.Array(Type.String(), { description: 'The fields that are again what they were.' }),
  records: Type.Integer({ description: 'How many records were changed by it.' }),
  left: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Fields of the calendar’s own that stay as they are, as they were changed since, or have no place any more.',
    }),
  ),
})

/** What was taken back of an import. */
const importUndoneRecord = Type.Object({
  undone: Type.Integer({ description: 'How many records are again as they were before the import.' }),
  kept: Type.Array(
    Type.Object({
      kind: Type.Enum([...historyKinds]),
      id: Type.Integer(),
      fields: Type.Array(Type.String(), { description: 'The fields that have changed since, and stay.' }),
    }),
    { description: 'Records that have changed since, at most a hundred.' },
  ),
})

/** A change, as those who follow are told it. */
const changeRecord = Type.Object({
  kind: Type.Enum([...historyKinds]),
  id: Type.Integer(),
  action: Type.Enum(['created', 'updated', 'deleted'], {
    description: 'What readers see of it: “created” when it becomes public, “deleted” when it is so no more.',
  }),
  at: moment('When it was done.'),
  record: Type.Optional(Type.Unknown({ description: 'With include=records: the record as it is now.' })),
  changed: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Where the calendar has declared fields, of “updated”: the names of what has changed since the token, of those fields as “fields.audience”.',
    }),
  ),
})

/** What has changed since a token. */
const changesRecord = Type.Object({
  changes: Type.Array(changeRecord, {
    description: 'The latest of each record, in the order in which they were made.',
  }),
  next: Type.String({ description: 'The token to go on from.' }),
  more: Type.Boolean({ description: 'Whether there is more already.' }),
})

/** The records about changes, by their names among the schemas. */
export const changeSchemas = {
  HistoryEntry: historyEntryRecord,
  History: historyRecord,
  Acts: actsRecord,
  Undone: undoneRecord,
  ImportUndone: importUndoneRecord,
  Change: changeRecord,
  Changes: changesRecord,
}
