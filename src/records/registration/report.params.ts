import { Type, type StaticDecode } from 'typebox'
import { moment } from '../../pure/params/moments.ts'
import { choice } from '../../pure/params/texts.ts'

/** By what a report is put together. */
export const reportGroups = ['category', 'tag', 'venue', 'organizer', 'month'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** The parameters of the report of who came. */
export const reportParams = Type.Object({
  group: Type.Optional(
    choice(
      reportGroups,
      'What has a row: an event of two categories counts in both. By default the month in which events began.',
    ),
  ),
  start_date: Type.Optional(moment('Events that begin on this day of the site, or later.')),
  end_date: Type.Optional(moment('Events that begin on this day of the site, or earlier.')),
  format: Type.Optional(choice(['json', 'csv'], 'csv: the rows as a table for spreadsheets.')),
})
export type ReportParams = StaticDecode<typeof reportParams>
