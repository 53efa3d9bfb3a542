import type { submissionsEn } from './submissions.en.ts'

/** Mails about what was proposed, in German. */
export const submissionsDe: Readonly<Record<keyof typeof submissionsEn, string>> = {
  submissionConfirmSubject: 'Bestätigen Sie, was Sie an {site} geschickt haben',
  submissionConfirm:
    'Jemand, vermutlich Sie, hat unter dieser Adresse etwas an {site} geschickt. Bestätigen Sie, dass Sie es waren: Vorher sieht es niemand an.',
  submissionConfirmAction: 'Ansehen und bestätigen',
  submissionConfirmEnds:
    'Bis {until} bleibt es aufgehoben. Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Dann wird es gelöscht, und niemand schreibt Ihnen wieder.',
  submissionAskedSubject: 'Eine Frage zu „{title}“',
  submissionAsked: '{site} hat eine Frage zu „{title}“, das Sie geschickt haben:',
  submissionAskedAction: 'Antworten und berichtigen',
  submissionAcceptedSubject: '„{title}“ steht im Kalender',
  submissionAccepted: 'Vielen Dank! „{title}“ steht jetzt bei {site}.',
  submissionChangedSubject: 'Ihre Änderung an „{title}“ ist veröffentlicht',
  submissionChanged: 'Vielen Dank! Was Sie für „{title}“ vorgeschlagen haben, steht jetzt bei {site}.',
  submissionReportSubject: 'Ihre Meldung zu „{title}“',
  submissionReport: 'Vielen Dank! {site} hat sich Ihre Meldung zu „{title}“ angesehen.',
  submissionShow: 'Veranstaltung ansehen',
  submissionRejectedSubject: 'Zu „{title}“',
  submissionRejected: '{site} nimmt „{title}“, das Sie geschickt haben, nicht auf.',
  submissionReason_duplicate: 'Es steht schon im Kalender.',
  submissionReason_not_public: 'Es ist nicht öffentlich.',
  submissionReason_elsewhere: 'Es liegt außerhalb des Gebiets dieses Kalenders.',
  submissionReason_advertising: 'Es ist eher Werbung als eine Veranstaltung.',
  submissionReason_incomplete: 'Zu viele Angaben fehlen.',
  submissionState: 'Ansehen, wie es steht',
  submissionDigestSubject: 'Es wartet bei {site}: {count}',
  submissionDigest: 'Das wartet darauf, angesehen zu werden:',
  submissionDigestAction: 'Ansehen, was wartet',
}
