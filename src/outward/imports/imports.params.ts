import { Type, type StaticDecode } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { Fault, parameter, quote } from '../../pure/params/parameter.ts'
import { word } from '../../pure/params/texts.ts'
import { readMap } from './csv/csv.columns.ts'
import { leave } from './imports.leave.ts'
import { tableParams } from './imports.table.params.ts'

/** The most characters of the name of a file. */
const fileNameLimit = 255

/** Under which rows of tables are known. */
export const fileName = parameter(
  Type.String({
    description:
      'The name under which the rows of a file are remembered, where that is not its own: rows that came under it before are changed, and not made twice.',
    examples: ['club.csv'],
  }),
  (sent) => {
    const text = typeof sent === 'string' ? sent.trim() : ''
    if (text === '' || text.length > fileNameLimit || /[\p{Cc}/]/u.test(text))
      throw new Fault(`must be the name of a file of at most ${fileNameLimit} characters, without its folder`)
    return text.toWellFormed()
  },
)

/** The parameters of starting an import. */
export const createImportParams = Type.Object({
  url: Type.Optional(
    word(
      'The address of a running site with this interface, such as https://old.example/wp-json/tribe/events/v1, or of a file: ' +
        'iCalendar, a table (CSV), an agenda of OpenAgenda, or a page with events in JSON-LD. A file may be sent instead, in a multipart form.',
    ),
  ),
  user: Type.Optional(word('Read the site as this user of it, with drafts and private records.')),
  password: Type.Optional(word('The application password of that user. It is not stored.')),
  map: Type.Optional(
    parameter(
      Type.String({
        description:
          'Which columns of a table, or fields of an agenda, are which fields, where they do not say so: `Wann=start_date,Was=title`.',
      }),
      (sent) => {
        if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`, 'type')
        return readMap(sent)
      },
    ),
  ),
  file_name: Type.Optional(fileName),
  ...tableParams,
  dry_run: Type.Optional(flag('Only tell what would be done.', false)),
  allow_removals: Type.Optional(
    flag('Follow removals even when most of what the source had is gone.', false),
  ),
  leave: Type.Optional(leave),
})
export type CreateImport = StaticDecode<typeof createImportParams>
