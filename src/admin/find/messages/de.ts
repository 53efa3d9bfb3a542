import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What finding things from everywhere says, in German. */
export const de: Translated<typeof en> = {
  what: 'Eine Veranstaltung, einen Ort, einen Veranstalter oder einen Bereich finden',
  placeholder: 'Veranstaltung, Ort, Veranstalter, Bereich …',
  event: 'Veranstaltung',
  place: 'Ort',
  organizer: 'Veranstalter',
  person: 'Person',
  screen: 'Bereich',
  all: 'Alle Veranstaltungen mit „{text}“',
  choose: 'auswählen',
  open: 'öffnen',
  close: 'schließen',
  allIn: 'Alle Veranstaltungen mit „{text}“ im {month}',
  allOf: 'Alle Veranstaltungen im {month}',
  before: 'im in',
}
