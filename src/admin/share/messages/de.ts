import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** German: feeds and calendars for other websites. */
export const de: Translated<typeof en> = {
  shareHint: 'Wähle aus, was mitkommt: als Feed oder als Kalender für deine Website.',
  what: 'Was kommt mit?',
  category: 'Kategorie',
  allCategories: 'Alle Kategorien',
  words: 'Nur Termine mit diesen Wörtern',
  onlyFeatured: 'Nur hervorgehobene Termine',
  now_: { one: 'Jetzt {count} Termin', other: 'Jetzt {count} Termine' },
  asFeed: 'Als Feed',
  forCalendars: 'Für Kalenderprogramme',
  calendarsHint: 'Google, Apple, Outlook. Änderungen kommen von selbst, binnen weniger Stunden.',
  forReaders: 'Für Feedreader und Newsletter',
  forPrograms: 'Für Programmierer',
  onWebsite: 'Auf deiner Website',
  widgetHint:
    'Form, Sprache und Farben wählst du neben einem lebenden Muster; was du dort kopierst, kommt in deine Seite.',
  openMaker: 'Kalender für eine Website machen',
}
