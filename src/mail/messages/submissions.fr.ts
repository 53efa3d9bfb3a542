import type { submissionsEn } from './submissions.en.ts'

/** Mails about what was proposed, in French. */
export const submissionsFr: Readonly<Record<keyof typeof submissionsEn, string>> = {
  submissionConfirmSubject: 'Confirmez ce que vous avez envoyé à {site}',
  submissionConfirm:
    'Quelqu’un, sans doute vous, a envoyé quelque chose à {site} sous cette adresse. Confirmez que c’était bien vous : personne ne le regarde avant.',
  submissionConfirmAction: 'Regarder et confirmer',
  submissionConfirmEnds:
    'L’envoi est gardé jusqu’au {until}. Si ce n’était pas vous, ne faites rien : il sera supprimé, et personne ne vous écrira plus.',
  submissionAskedSubject: 'Une question sur « {title} »',
  submissionAsked: '{site} a une question sur « {title} », que vous avez envoyé :',
  submissionAskedAction: 'Répondre et corriger',
  submissionAcceptedSubject: '« {title} » est dans l’agenda',
  submissionAccepted: 'Merci ! « {title} » est maintenant sur {site}.',
  submissionChangedSubject: 'Votre modification de « {title} » est publiée',
  submissionChanged: 'Merci ! Ce que vous avez proposé pour « {title} » est maintenant sur {site}.',
  submissionReportSubject: 'Votre signalement sur « {title} »',
  submissionReport: 'Merci ! {site} a regardé ce que vous avez signalé sur « {title} ».',
  submissionShow: 'Voir l’événement',
  submissionRejectedSubject: 'À propos de « {title} »',
  submissionRejected: '{site} ne retient pas « {title} », que vous avez envoyé.',
  submissionReason_duplicate: 'Il est déjà dans l’agenda.',
  submissionReason_not_public: 'Il n’est pas ouvert au public.',
  submissionReason_elsewhere: 'Il est en dehors du territoire de cet agenda.',
  submissionReason_advertising: 'C’est de la publicité plutôt qu’un événement.',
  submissionReason_incomplete: 'Il manque trop d’informations.',
  submissionState: 'Voir où cela en est',
  submissionDigestSubject: 'En attente sur {site} : {count}',
  submissionDigest: 'Ceci attend d’être regardé :',
  submissionDigestAction: 'Voir ce qui attend',
}
