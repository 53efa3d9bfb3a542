import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the queue of proposals says, in German. */
export const de: Translated<typeof en> = {
  proposals: 'Vorschläge',
  forApproval: 'Zur Freigabe',
  newEvent: 'Neue Veranstaltung',
  changeOf: 'Änderung an „{title}“',
  reportOf: 'Fehler bei „{title}“',
  field: 'Feld',
  publicNow: 'Jetzt öffentlich',
  proposed: 'Vorgeschlagen',
  takeIt: 'Übernehmen?',
  take: 'Übernehmen',
  changedSince: 'Seither hier geändert',
  before: 'vorher: {value}',
  takeSome: '{count} von {all} Änderungen übernehmen',
  accept: 'Freigeben',
  acceptNew: 'Freigeben und veröffentlichen',
  done: 'Erledigt',
  spam: 'Spam',
  trust: 'Was von dort kommt, ab jetzt gleich veröffentlichen',
  acceptedBefore: 'bisher angenommen: {count}',
  goneEvent: 'Die Veranstaltung ist im Papierkorb oder gelöscht: Das lässt sich nur ablehnen.',
  asked: 'Gefragt: „{message}“',
  nothing: 'Keine Vorschläge warten',
  nothingHint: 'Hier steht, was Leute schicken, die am Kalender nicht mitarbeiten.',
  taken: 'Übernommen: {title}',
  refused: 'Nicht übernommen: {title}',
  marked: 'Spam: {title}',
  picture: 'Das mitgeschickte Bild',
  none: 'Keine',
  fieldNames:
    'Titel|Beginn|Ende|Ganztägig|Zeitzone|Ort|Veranstalter|Beschreibung|Kurztext|Preis|Website|Kategorien|Schlagwörter|Findet statt|Grund|Teilnahme|Online unter|Wiederholt sich|Bild',
}
