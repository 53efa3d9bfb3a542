import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the queue of proposals says, in Dutch. */
export const nl: Translated<typeof en> = {
  proposals: 'Voorstellen',
  forApproval: 'Ter goedkeuring',
  newEvent: 'Nieuw evenement',
  changeOf: 'Wijziging van “{title}”',
  reportOf: 'Fout bij “{title}”',
  field: 'Veld',
  publicNow: 'Nu openbaar',
  proposed: 'Voorgesteld',
  takeIt: 'Overnemen?',
  take: 'Overnemen',
  changedSince: 'Sindsdien hier gewijzigd',
  before: 'eerst: {value}',
  takeSome: '{count} van {all} wijzigingen overnemen',
  accept: 'Goedkeuren',
  acceptNew: 'Goedkeuren en publiceren',
  done: 'Klaar',
  spam: 'Spam',
  trust: 'Wat deze afzender stuurt voortaan meteen publiceren',
  acceptedBefore: 'eerder aangenomen: {count}',
  goneEvent: 'Het evenement ligt in de prullenbak of is weg: dit kan alleen worden afgewezen.',
  asked: 'Gevraagd: “{message}”',
  nothing: 'Er wachten geen voorstellen',
  nothingHint: 'Hier staat wat mensen sturen die niet aan de agenda meewerken.',
  taken: 'Overgenomen: {title}',
  refused: 'Niet overgenomen: {title}',
  marked: 'Spam: {title}',
  picture: 'De meegestuurde afbeelding',
  none: 'Geen',
  fieldNames:
    'Titel|Begint|Eindigt|Hele dag|Tijdzone|Plaats|Organisator|Beschrijving|Samenvatting|Prijs|Website|Categorieën|Tags|Gaat door|Reden|Deelname|Online op|Herhaalt zich|Afbeelding',
}
