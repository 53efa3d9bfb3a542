import type { Selectable } from 'kysely'
import { Type, type Static, type TSchema } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { utcText } from '../../pure/calendar/text.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
import { type ImportsTable, importStatuses } from '../../storage/schema/tables.imports.ts'
import type { Site } from '../../http/site.ts'
import { importKinds } from '../../storage/schema/tables.imports.ts'
import { outcomes, storedReport } from './imports.report.ts'

/** An import that was started through the API, as stored. */
export type ImportRow = Selectable<ImportsTable>

const number = (description: string) => Type.Integer({ minimum: 0, description })
const utc = (description: string) => Type.String({ description, examples: ['2031-03-11 18:00:00'] })
const each = <Name extends string, Value extends TSchema>(names: readonly Name[], value: Value) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>)

const remarks = (description: string) =>
  Type.Array(
    Type.Object({
      kind: Type.Enum([...importKinds]),
      key: Type.String({ description: 'What the source calls the record.' }),
      at: Type.Optional(Type.String({ description: 'Where in the source it stands.' })),
      title: Type.Optional(Type.String({ description: 'What the record is called.' })),
      says: Type.String(),
      field: Type.Optional(Type.String({ description: 'The field that it is about.' })),
      what: Type.Optional(Type.String({ description: 'What the source says there.' })),
      why: Type.Optional(Type.String({ description: 'Why that is not, or not so, here.' })),
    }),
    { description },
  )

/** An import on the wire, its members in order. */
export const importRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the import, in a sequence of its own.' }),
  user: Type.Integer({ description: 'The ID of the user who asked for it.' }),
  source: Type.String({ description: 'What is imported.' }),
  status: Type.Enum([...importStatuses, 'interrupted'], {
    description:
      'How it is; “interrupted” when the process that did it is gone: the same import goes on where it was.',
  }),
  message: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed.' }),
  created_utc: utc('When it was asked for, in UTC.'),
  updated_utc: utc('When it last told how far it is, in UTC.'),
  done: number('Records dealt with.'),
  expected: Type.Union([number('How many records there are, as far as the source can tell.'), Type.Null()]),
  report: Type.Object({
    counts: each(importKinds, each(outcomes, Type.Integer({ minimum: 0 }))),
    changes: byAnyName(Type.Integer(), {
      description: 'How many of the updated records changed in a field, by kind and field.',
    }),
    skipped: remarks('Records that were left out, and why.'),
    lost: remarks('What could not be kept of records.'),
    assumed: remarks('What was understood otherwise than it is written, or where the source leaves it open.'),
    renumbered: remarks('Records that got another ID than the one they had.'),
    notes: Type.Array(Type.String()),
    differences: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.Enum([...importKinds]),
          key: Type.String({ description: 'What the source calls the record.' }),
          at: Type.Optional(Type.String({ description: 'Where in the source it stands.' })),
          title: Type.String({ description: 'What the record is called.' }),
          id: Type.Integer({ description: 'The ID of the record here.' }),
          field: Type.String({ description: 'The field that would change.' }),
          from: Type.String({ description: 'What is here.' }),
          to: Type.String({ description: 'What the source says.' }),
          edited: Type.Boolean({
            description: 'Whether somebody has changed it here since an import last wrote it.',
          }),
        }),
        {
          description:
            'Of a dry run: the first fields that would change, with what is here and what the source says.',
        },
      ),
    ),
    shortfalls: Type.Array(Type.String(), {
      description: 'How many records the source says it has beyond those that it shows.',
    }),
    untold: byAnyName(Type.Integer(), {
      description: 'How many more remarks there are than a list tells, by its name.',
    }),
    coming: Type.Optional(
      Type.Array(
        Type.Object({
          key: Type.String({ description: 'What the source calls the event.' }),
          at: Type.Optional(Type.String({ description: 'Where in the source it stands.' })),
          title: Type.String({ description: 'What it is called.' }),
          start_date: Type.String({
            description: 'When it starts, on its own clock.',
            examples: ['2031-03-11 18:00:00'],
          }),
          all_day: Type.Boolean({ description: 'Whether it lasts whole days.' }),
        }),
        { description: 'Of a dry run: the first events that would come.' },
      ),
    ),
  }),
  dry_run: Type.Boolean({ description: 'Whether it only tells what would be done.' }),
  source_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The ID of the source that it is a run of; null for one that was started by itself.',
  }),
  rest_url: Type.String({ format: 'uri', description: 'The import in this service.' }),
})

/** A process stores its progress every few seconds; after so long without it the process is gone, in seconds. */
export type ImportView = Static<typeof importRecord>

export const silence_s = 30

/** Whether the process that did the import is gone. */
export function isInterrupted(
  { status, updated_at }: Pick<ImportRow, 'status' | 'updated_at'>,
  now_s: number,
): boolean {
  return status === 'running' && hasCome(updated_at + silence_s + 1, now_s, silence_s)
}

/** The import as it is shown. */
export function importView(row: ImportRow, site: Site, now_s: number): Static<typeof importRecord> {
  return {
    id: row.id,
    user: row.user_id,
    source: row.source,
    status: isInterrupted(row, now_s) ? 'interrupted' : row.status,
    message: row.fault,
    created_utc: utcText(row.created_at),
    updated_utc: utcText(row.updated_at),
    done: row.done,
    expected: row.expected,
    report: storedReport(row.report),
    dry_run: row.dry_run === 1,
    source_id: row.schedule_id,
    rest_url: `${site.rest}/imports/${row.id}`,
  }
}
