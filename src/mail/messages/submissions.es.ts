import type { submissionsEn } from './submissions.en.ts'

/** Mails about what was proposed, in Spanish. */
export const submissionsEs: Readonly<Record<keyof typeof submissionsEn, string>> = {
  submissionConfirmSubject: 'Confirme lo que envió a {site}',
  submissionConfirm:
    'Alguien, probablemente usted, envió algo a {site} con esta dirección. Confirme que fue usted: nadie lo mira antes.',
  submissionConfirmAction: 'Verlo y confirmar',
  submissionConfirmEnds:
    'Se guarda hasta el {until}. Si no fue usted, no haga nada: entonces se borra y nadie vuelve a escribirle.',
  submissionAskedSubject: 'Una pregunta sobre «{title}»',
  submissionAsked: '{site} tiene una pregunta sobre «{title}», que usted envió:',
  submissionAskedAction: 'Responder y corregir',
  submissionAcceptedSubject: '«{title}» está en el calendario',
  submissionAccepted: '¡Gracias! «{title}» ya está en {site}.',
  submissionChangedSubject: 'Su cambio en «{title}» está publicado',
  submissionChanged: '¡Gracias! Lo que propuso para «{title}» ya está en {site}.',
  submissionReportSubject: 'Su aviso sobre «{title}»',
  submissionReport: '¡Gracias! {site} ha revisado su aviso sobre «{title}».',
  submissionShow: 'Ver el evento',
  submissionRejectedSubject: 'Sobre «{title}»',
  submissionRejected: '{site} no incluye «{title}», que usted envió.',
  submissionReason_duplicate: 'Ya está en el calendario.',
  submissionReason_not_public: 'No está abierto al público.',
  submissionReason_elsewhere: 'Queda fuera de la zona de este calendario.',
  submissionReason_advertising: 'Es publicidad más que un evento.',
  submissionReason_incomplete: 'Faltan demasiados datos.',
  submissionState: 'Ver cómo está',
  submissionDigestSubject: 'En espera en {site}: {count}',
  submissionDigest: 'Esto espera a ser revisado:',
  submissionDigestAction: 'Ver lo que espera',
}
