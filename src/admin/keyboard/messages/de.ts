import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the list of keys says, in German. */
export const de: Translated<typeof en> = {
  title: 'Tasten',
  everywhere: 'Überall',
  inList: 'In der Liste der Veranstaltungen, auf deren Zeile',
  inWaiting: 'Beim Entscheiden',
  inEvent: 'Beim Schreiben einer Veranstaltung',
  nextBefore: 'weiter, zurück',
  these: 'diese Tasten',
  save: 'speichern',
  switchOff:
    'Einzelne Buchstaben tun nichts, während Sie schreiben. In Ihrem Konto lassen sie sich abschalten.',
}
