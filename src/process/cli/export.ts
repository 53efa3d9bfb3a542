import { command } from './command.ts'
import { filterOptions, filtersIn } from './export.filters.ts'

/** The commands that export a calendar. */
export const exportCommands = [
  command({
    name: 'export',
    arguments: ['FILE?'],
    options: {
      format: {
        value: 'FORMAT',
        says: 'json (everything, to be read back; the default), ics or csv (events but those in the trash).',
      },
      media: { value: 'DIR', says: 'Copy the files of images into this folder; those there already stay.' },
      schema: { says: 'Print the JSON Schema of the lines of json instead.' },
      ...filterOptions,
    },
    summary: 'Write the whole calendar as json, ics or csv',
    details:
      'Without FILE it goes to stdout. The service may go on running: the export is of one moment. “json” has a record a ' +
      'line, with its ID, and “kalends import FILE” reads it back; it holds no passwords and no tokens. Nothing is ' +
      'overwritten. With ics and csv, the filters of lists choose the events; without dates, those of all times, and hidden ones too only ' +
      'without any filter.',
    run: async (world, given) => {
      const { FILE: file, format, media, schema } = given
      const { exportCalendar, printLineSchema } = await import('./export.calendar.ts')
      if (schema) return printLineSchema(world)
      await exportCalendar(world, { file, format, media, filters: filtersIn(given) })
    },
  }),
]
