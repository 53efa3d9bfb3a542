import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the month of events says, in Italian. */
export const it: Translated<typeof en> = {
  title: 'Eventi',
  earlier: 'Quattro settimane prima',
  later: 'Quattro settimane dopo',
  today: 'Oggi',
  view: 'Vista',
  list: 'Elenco',
  month: 'Mese',
  hint: 'Trascina un evento su un altro giorno, o premi M.',
  newOn: 'Nuovo evento: {day}',
  newOnThis: 'Nuovo evento in questo giorno',
  more: 'altri {count}',
  less: 'Mostra meno',
  allDay: 'tutto il giorno',
  draft: 'bozza',
  waits: 'in attesa',
  cancelled: 'annullato',
  nothing: 'Nulla in questo giorno.',
  moving: 'Sposta «{title}» da {from} a {to}',
  movingKeys: 'Le frecce scelgono il giorno, Invio rilascia, Esc annulla.',
  drop: 'Rilascia qui',
  putBack: 'Rimetti a posto',
  moved: '«{title}» è ora il {to}',
  scopeTitle: 'Quali date spostare?',
  only: 'Solo {day}',
  following: '{day} e tutti i successivi',
  whole: 'Tutta la serie',
  moveDates: { one: 'Sposta {count} data', other: 'Sposta {count} date' },
  datesMove: { one: 'Si sposta {count} data', other: 'Si spostano {count} date' },
}
