import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the sentence of the editor says, in Dutch. */
export const nl: Translated<typeof en> = {
  inWords: 'In woorden',
  example: 'elke dinsdag van 10:30 tot 11:15 tot en met 29 juni, niet op 22 december',
  readAs: '{rule}, vanaf {first}',
  andMore: '{first}, en meer data',
  allDay: 'hele dag',
  byField: 'Veld voor veld',
  notUnderstood: 'Niet begrepen: “{text}”. De velden blijven zoals ze zijn.',
  ambiguous: 'Welke dag is “{text}”?',
  noSuchDay: '“{text}” bestaat niet.',
  otherWeekday: '“{text}” is een andere dag van de week.',
  twice: 'Het staat er twee keer: “{text}”.',
  besideRule: 'Zeg wat “{text}” is: vanaf, tot en met, ook op of niet op.',
  noRule: 'Zeg hoe vaak het zich herhaalt.',
  noDay: 'Zeg op welke dag, zoals “volgende vrijdag” of “elke dinsdag”.',
  noTime: 'Zeg hoe laat, of dat het de hele dag is.',
  noEnd: 'Zeg tot wanneer het duurt.',
  wrongOrder: 'Het zou eindigen voor het begint: “{text}”.',
  filled: 'Wat {name} voorstelt is ingevuld. Met opslaan is het aangenomen.',
}
