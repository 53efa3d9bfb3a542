import { Type, type StaticDecode } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { page, perPage, wholeNumber } from '../../pure/params/numbers.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { word } from '../../pure/params/texts.ts'
import { readMap } from './csv/csv.columns.ts'
import { leave } from './imports.leave.ts'
import { fileName } from './imports.params.ts'
import { readAtTime, readEvery } from './imports.schedule.ts'
import { tableParams } from './imports.table.params.ts'

/** The most characters of what a source is called. */
const nameLimit = 200

const name = parameter(
  Type.String({ description: 'What people call it; else its host, or the name of the file.' }),
  (sent) => {
    if (isEmpty(sent)) return ''
    const text = typeof sent === 'string' ? sent.trim() : undefined
    if (text === undefined || text.length > nameLimit || /\p{Cc}/u.test(text))
      throw new Fault(`must be one line of at most ${nameLimit} characters`)
    return text.toWellFormed()
  },
)

const every = parameter(
  Type.Union([Type.String(), Type.Null()], {
    description:
      'How long after one run the next one is, such as 30m, 6h or 1d; null: it is imported by hand alone. Files are.',
  }),
  (sent) => {
    if (isEmpty(sent)) return null
    if (typeof sent !== 'string') throw new Fault(`must be a text such as 6h, or null, not ${quote(sent)}`)
    return readEvery(sent)
  },
)

const at = parameter(
  Type.Union([Type.String(), Type.Null()], {
    description: 'At what time of the day, in the zone of the site, where it is imported every so many days.',
    examples: ['03:00'],
  }),
  (sent) => {
    if (isEmpty(sent)) return ''
    if (typeof sent !== 'string') throw new Fault(`must be a text such as 03:00, or null, not ${quote(sent)}`)
    return readAtTime(sent)
  },
)

const map = parameter(
  Type.String({
    description:
      'Which columns of a table are which fields, where their headers do not say so: `Wann=start_date,Was=title`. Empty: none.',
  }),
  (sent) => {
    if (isEmpty(sent)) return ''
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`, 'type')
    return [...readMap(sent)].map(([header, field]) => `${header}=${field}`).join(',')
  },
)

const shared = {
  name: Type.Optional(name),
  every: Type.Optional(every),
  at: Type.Optional(at),
  map: Type.Optional(map),
  ...tableParams,
  allow_removals: Type.Optional(flag('Follow removals even when most of what the source had is gone.')),
}

const url = word(
  'The address of a running site with this interface, or of a file: iCalendar, a table (CSV), an agenda of OpenAgenda, or a page with events in JSON-LD. ' +
    'A file may be sent instead, in a multipart form.',
)

/** The parameters of a new source. */
export const createSourceParams = Type.Object({
  url: Type.Optional(url),
  ...shared,
  run: Type.Optional(flag('Import it at once.', true)),
  leave: Type.Optional(leave),
  file_name: Type.Optional(fileName),
})
export type CreateSource = StaticDecode<typeof createSourceParams>

/** The parameters of changing a source. */
export const updateSourceParams = Type.Object({ url: Type.Optional(url), ...shared })
export type UpdateSource = StaticDecode<typeof updateSourceParams>

/** The parameters of running a source. */
export const runSourceParams = Type.Object({
  dry_run: Type.Optional(flag('Only tell what would be done.', false)),
  leave: Type.Optional(leave),
})
export type RunSource = StaticDecode<typeof runSourceParams>

/** The parameters of the list of imports. */
export const listImportsParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  source: Type.Optional(
    parameter(Type.Integer({ minimum: 1, description: 'Only runs of the source with this ID.' }), (sent) => {
      const id = wholeNumber(sent)
      if (id === undefined || id < 1) throw new Fault(`must be the ID of a source, not ${quote(sent)}`)
      return id
    }),
  ),
})
export type ListImports = StaticDecode<typeof listImportsParams>

/** The parameters of looking at a table. */
export const previewParams = Type.Object({ url: Type.Optional(url), map: Type.Optional(map) })
export type Preview = StaticDecode<typeof previewParams>
