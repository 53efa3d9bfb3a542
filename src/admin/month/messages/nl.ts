import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the month of events says, in Dutch. */
export const nl: Translated<typeof en> = {
  title: 'Evenementen',
  earlier: 'Vier weken eerder',
  later: 'Vier weken later',
  today: 'Vandaag',
  view: 'Weergave',
  list: 'Lijst',
  month: 'Maand',
  hint: 'Sleep een evenement naar een andere dag, of druk erop op M.',
  newOn: 'Nieuw evenement: {day}',
  newOnThis: 'Nieuw evenement op deze dag',
  more: 'nog {count}',
  less: 'Minder tonen',
  allDay: 'hele dag',
  draft: 'concept',
  waits: 'wacht',
  cancelled: 'afgelast',
  nothing: 'Niets op deze dag.',
  moving: '“{title}” van {from} naar {to} verplaatsen',
  movingKeys: 'Pijltjes kiezen de dag, Enter legt neer, Esc zet terug.',
  drop: 'Hier neerleggen',
  putBack: 'Terugzetten',
  moved: '“{title}” is nu op {to}',
  scopeTitle: 'Welke data verplaatsen?',
  only: 'Alleen {day}',
  following: '{day} en alles daarna',
  whole: 'De hele reeks',
  moveDates: { one: '{count} datum verplaatsen', other: '{count} data verplaatsen' },
  datesMove: { one: '{count} datum verplaatst', other: '{count} data verplaatst' },
}
