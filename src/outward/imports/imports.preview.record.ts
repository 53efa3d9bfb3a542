import { Type, type Static } from 'typebox'

/** The columns of a table and its first rows, on the wire. */
export const importPreviewRecord = Type.Object({
  kind: Type.Enum(['table', 'other'], { description: 'Whether it is a table; only tables have columns.' }),
  name: Type.String({ description: 'The name of the file.' }),
  separator: Type.String({ description: 'What stands between its cells.' }),
  ready: Type.Boolean({ description: 'Whether it is known which columns are the title and the start.' }),
  columns: Type.Array(
    Type.Object({
      header: Type.String({ description: 'Its header, as it stands there.' }),
      field: Type.Union([Type.String(), Type.Null()], {
        description: 'The field that it holds; null: none.',
      }),
    }),
  ),
  rows: Type.Array(
    Type.Object({
      line: Type.Integer({ description: 'The line of the file.' }),
      cells: Type.Array(Type.String()),
    }),
    { description: 'The first rows.' },
  ),
  fields: Type.Array(Type.String(), { description: 'The fields that there are.' }),
  copy_of: Type.Union([Type.String(), Type.Null()], {
    description:
      'The name of the file that has brought most of its rows already: sent as `file_name`, they are changed, and not made twice. null: none.',
  }),
})
export type ImportPreview = Static<typeof importPreviewRecord>
