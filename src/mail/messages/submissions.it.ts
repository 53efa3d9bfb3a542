import type { submissionsEn } from './submissions.en.ts'

/** Mails about what was proposed, in Italian. */
export const submissionsIt: Readonly<Record<keyof typeof submissionsEn, string>> = {
  submissionConfirmSubject: 'Confermi ciò che ha inviato a {site}',
  submissionConfirm:
    'Qualcuno, probabilmente lei, ha inviato qualcosa a {site} con questo indirizzo. Confermi di essere stato lei: prima nessuno lo guarda.',
  submissionConfirmAction: 'Guardare e confermare',
  submissionConfirmEnds:
    'Resta conservato fino al {until}. Se non è stato lei, non faccia nulla: verrà eliminato e nessuno le scriverà più.',
  submissionAskedSubject: 'Una domanda su “{title}”',
  submissionAsked: '{site} ha una domanda su “{title}”, che lei ha inviato:',
  submissionAskedAction: 'Rispondere e correggere',
  submissionAcceptedSubject: '“{title}” è nel calendario',
  submissionAccepted: 'Grazie! “{title}” è ora su {site}.',
  submissionChangedSubject: 'La sua modifica a “{title}” è pubblicata',
  submissionChanged: 'Grazie! Ciò che ha proposto per “{title}” è ora su {site}.',
  submissionReportSubject: 'La sua segnalazione su “{title}”',
  submissionReport: 'Grazie! {site} ha guardato la sua segnalazione su “{title}”.',
  submissionShow: 'Vedere l’evento',
  submissionRejectedSubject: 'A proposito di “{title}”',
  submissionRejected: '{site} non accoglie “{title}”, che lei ha inviato.',
  submissionReason_duplicate: 'È già nel calendario.',
  submissionReason_not_public: 'Non è aperto al pubblico.',
  submissionReason_elsewhere: 'È fuori dall’area di questo calendario.',
  submissionReason_advertising: 'È pubblicità più che un evento.',
  submissionReason_incomplete: 'Mancano troppe informazioni.',
  submissionState: 'Vedere a che punto è',
  submissionDigestSubject: 'In attesa su {site}: {count}',
  submissionDigest: 'Questo attende di essere guardato:',
  submissionDigestAction: 'Vedere ciò che attende',
}
