import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What finding things from everywhere says, in Dutch. */
export const nl: Translated<typeof en> = {
  what: 'Een evenement, locatie, organisator of scherm vinden',
  placeholder: 'Evenement, locatie, organisator, scherm …',
  event: 'evenement',
  place: 'locatie',
  organizer: 'organisator',
  person: 'persoon',
  screen: 'scherm',
  all: 'Alle evenementen met ‘{text}’',
  choose: 'kiezen',
  open: 'openen',
  close: 'sluiten',
  allIn: 'Alle evenementen met “{text}” in {month}',
  allOf: 'Alle evenementen in {month}',
  before: 'in',
}
