import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the queue of proposals says, in Italian. */
export const it: Translated<typeof en> = {
  proposals: 'Proposte',
  forApproval: 'Da approvare',
  newEvent: 'Nuovo evento',
  changeOf: 'Modifica a “{title}”',
  reportOf: 'Errore in “{title}”',
  field: 'Campo',
  publicNow: 'Pubblico ora',
  proposed: 'Proposto',
  takeIt: 'Accettare?',
  take: 'Accetta',
  changedSince: 'Modificato qui nel frattempo',
  before: 'prima: {value}',
  takeSome: 'Accetta {count} di {all} modifiche',
  accept: 'Approva',
  acceptNew: 'Approva e pubblica',
  done: 'Fatto',
  spam: 'Spam',
  trust: 'D’ora in poi pubblicare subito ciò che invia',
  acceptedBefore: 'accettate prima: {count}',
  goneEvent: 'L’evento è nel cestino o eliminato: si può solo rifiutare.',
  asked: 'Chiesto: “{message}”',
  nothing: 'Nessuna proposta in attesa',
  nothingHint: 'Qui c’è ciò che inviano le persone che non lavorano al calendario.',
  taken: 'Accettato: {title}',
  refused: 'Non accettato: {title}',
  marked: 'Spam: {title}',
  picture: 'L’immagine inviata',
  none: 'Nessuno',
  fieldNames:
    'Titolo|Inizia|Finisce|Tutto il giorno|Fuso orario|Luogo|Organizzatore|Descrizione|Sommario|Prezzo|Sito web|Categorie|Tag|Si tiene|Motivo|Partecipazione|Online su|Si ripete|Immagine',
}
