import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What finding things from everywhere says, in French. */
export const fr: Translated<typeof en> = {
  what: 'Trouver un événement, un lieu, un organisateur ou un écran',
  placeholder: 'Événement, lieu, organisateur, écran…',
  event: 'événement',
  place: 'lieu',
  organizer: 'organisateur',
  person: 'personne',
  screen: 'écran',
  all: 'Tous les événements avec « {text} »',
  choose: 'choisir',
  open: 'ouvrir',
  close: 'fermer',
  allIn: 'Tous les événements avec « {text} » en {month}',
  allOf: 'Tous les événements en {month}',
  before: 'en de',
}
