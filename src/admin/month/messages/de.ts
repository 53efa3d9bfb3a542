import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the month of events says, in German. */
export const de: Translated<typeof en> = {
  title: 'Veranstaltungen',
  earlier: 'Vier Wochen früher',
  later: 'Vier Wochen später',
  today: 'Heute',
  view: 'Ansicht',
  list: 'Liste',
  month: 'Monat',
  hint: 'Ziehen Sie eine Veranstaltung auf einen anderen Tag, oder drücken Sie darauf M.',
  newOn: 'Neue Veranstaltung: {day}',
  newOnThis: 'Neue Veranstaltung an diesem Tag',
  more: '{count} weitere',
  less: 'Weniger zeigen',
  allDay: 'ganztägig',
  draft: 'Entwurf',
  waits: 'wartet',
  cancelled: 'abgesagt',
  nothing: 'Nichts an diesem Tag.',
  moving: '„{title}“ von {from} nach {to} verschieben',
  movingKeys: 'Pfeiltasten wählen den Tag, Enter legt ab, Esc legt zurück.',
  drop: 'Hier ablegen',
  putBack: 'Zurücklegen',
  moved: '„{title}“ ist jetzt am {to}',
  scopeTitle: 'Welche Termine verschieben?',
  only: 'Nur {day}',
  following: '{day} und alle folgenden',
  whole: 'Die ganze Reihe',
  moveDates: { one: '{count} Termin verschieben', other: '{count} Termine verschieben' },
  datesMove: { one: '{count} Termin wird verschoben', other: '{count} Termine werden verschoben' },
}
