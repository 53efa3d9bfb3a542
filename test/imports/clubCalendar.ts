import { readConfig } from '../../src/config/config.ts'
import { icalSource } from '../../src/outward/imports/ical/ical.source.ts'
import type { ImportOptions } from '../../src/outward/imports/imports.options.ts'
import { runImport } from '../../src/outward/imports/imports.run.ts'
import { createMediaTools } from '../../src/storage/images/tools.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import type { TestApp } from '../support/app.ts'

/** What imports a calendar into an app, as a file or from where it is followed, and tells what became of it. */
export function importing(app: () => TestApp, clock: () => Temporal.Instant) {
  return async (text: string, { from, ...options }: Partial<ImportOptions> & { from?: string } = {}) => {
    const siteZone = { name: 'Europe/Berlin', id: 'Europe/Berlin' }
    const context = {
      db: app().db,
      media: createMediaTools(readConfig({ DATA_DIR: temporaryFolder() })),
      siteZone,
      costFormat: { symbol: '$', position: 'prefix' as const },
      currencyCode: 'USD',
      declared: { all: [], language: 'en' as const },
    }
    const user = { id: app().ids.administrator, login: 'administrator' }
    const authors = { byKey: new Map<string, number>(), otherwise: user.id }
    const source = icalSource(text, { siteZone, now: clock(), address: from })
    const { counts, lost, assumed } = await runImport(context, source, {
      user,
      authors,
      now: clock,
      ...options,
    })
    return { ...counts.event, lost: lost.map(({ says }) => says), assumed: assumed.map(({ says }) => says) }
  }
}

/** An event of a calendar. */
export const vevent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
/** A course on Tuesdays. */
export const yoga = (...lines: string[]) =>
  vevent(
    'UID:yoga@club',
    'SUMMARY:Yoga',
    'DTSTART;TZID=Europe/Berlin:20310304T190000',
    'DTEND;TZID=Europe/Berlin:20310304T203000',
    ...lines,
  )
/** A calendar of these. */
export const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
/** The rule of six Tuesdays. */
export const weekly = 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6'
