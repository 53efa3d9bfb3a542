import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the sentence of the editor says, in German. */
export const de: Translated<typeof en> = {
  inWords: 'In Worten',
  example: 'jeden Dienstag 10:30 bis 11:15 Uhr bis 29. Juni, nicht am 22. Dezember',
  readAs: '{rule}, ab {first}',
  andMore: '{first}, und weitere Termine',
  allDay: 'ganztägig',
  byField: 'Feld für Feld',
  notUnderstood: 'Nicht verstanden: „{text}“. Die Felder bleiben, wie sie sind.',
  ambiguous: 'Welcher Tag ist „{text}“?',
  noSuchDay: '„{text}“ gibt es nicht.',
  otherWeekday: '„{text}“ ist ein anderer Wochentag.',
  twice: 'Es ist zweimal gesagt: „{text}“.',
  besideRule: 'Sagen Sie, was „{text}“ ist: ab, bis, auch am oder nicht am.',
  noRule: 'Sagen Sie, wie oft es sich wiederholt.',
  noDay: 'Sagen Sie, an welchem Tag, etwa „nächsten Freitag“ oder „jeden Dienstag“.',
  noTime: 'Sagen Sie, um welche Zeit, oder dass es ganztägig ist.',
  noEnd: 'Sagen Sie, bis wann es dauert.',
  wrongOrder: 'Es würde enden, bevor es beginnt: „{text}“.',
  filled: 'Was {name} vorschlägt, ist eingetragen. Mit dem Speichern ist es angenommen.',
}
