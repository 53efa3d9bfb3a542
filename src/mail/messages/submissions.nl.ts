import type { submissionsEn } from './submissions.en.ts'

/** Mails about what was proposed, in Dutch. */
export const submissionsNl: Readonly<Record<keyof typeof submissionsEn, string>> = {
  submissionConfirmSubject: 'Bevestig wat u naar {site} stuurde',
  submissionConfirm:
    'Iemand, waarschijnlijk u, stuurde onder dit adres iets naar {site}. Bevestig dat u het was: eerder bekijkt niemand het.',
  submissionConfirmAction: 'Bekijken en bevestigen',
  submissionConfirmEnds:
    'Het blijft bewaard tot {until}. Was u het niet, doe dan niets: het wordt verwijderd en niemand schrijft u nog.',
  submissionAskedSubject: 'Een vraag over “{title}”',
  submissionAsked: '{site} heeft een vraag over “{title}”, dat u stuurde:',
  submissionAskedAction: 'Antwoorden en verbeteren',
  submissionAcceptedSubject: '“{title}” staat in de agenda',
  submissionAccepted: 'Dank u! “{title}” staat nu op {site}.',
  submissionChangedSubject: 'Uw wijziging van “{title}” is gepubliceerd',
  submissionChanged: 'Dank u! Wat u voor “{title}” voorstelde, staat nu op {site}.',
  submissionReportSubject: 'Uw melding over “{title}”',
  submissionReport: 'Dank u! {site} heeft uw melding over “{title}” bekeken.',
  submissionShow: 'Evenement bekijken',
  submissionRejectedSubject: 'Over “{title}”',
  submissionRejected: '{site} neemt “{title}”, dat u stuurde, niet op.',
  submissionReason_duplicate: 'Het staat al in de agenda.',
  submissionReason_not_public: 'Het is niet openbaar.',
  submissionReason_elsewhere: 'Het ligt buiten het gebied van deze agenda.',
  submissionReason_advertising: 'Het is eerder reclame dan een evenement.',
  submissionReason_incomplete: 'Er ontbreken te veel gegevens.',
  submissionState: 'Bekijken hoe het ervoor staat',
  submissionDigestSubject: 'In de wacht bij {site}: {count}',
  submissionDigest: 'Dit wacht om bekeken te worden:',
  submissionDigestAction: 'Bekijken wat wacht',
}
