import type { submissionsEn } from './submissions.en.ts'

/** Mails about what was proposed, in Portuguese. */
export const submissionsPt: Readonly<Record<keyof typeof submissionsEn, string>> = {
  submissionConfirmSubject: 'Confirme o que enviou para {site}',
  submissionConfirm:
    'Alguém, provavelmente você, enviou algo para {site} com este endereço. Confirme que foi você: ninguém o vê antes.',
  submissionConfirmAction: 'Ver e confirmar',
  submissionConfirmEnds:
    'Fica guardado até {until}. Se não foi você, não faça nada: será removido e ninguém voltará a escrever.',
  submissionAskedSubject: 'Uma pergunta sobre “{title}”',
  submissionAsked: '{site} tem uma pergunta sobre “{title}”, que você enviou:',
  submissionAskedAction: 'Responder e corrigir',
  submissionAcceptedSubject: '“{title}” está no calendário',
  submissionAccepted: 'Obrigado! “{title}” já está em {site}.',
  submissionChangedSubject: 'A sua alteração em “{title}” está publicada',
  submissionChanged: 'Obrigado! O que propôs para “{title}” já está em {site}.',
  submissionReportSubject: 'O seu aviso sobre “{title}”',
  submissionReport: 'Obrigado! {site} viu o seu aviso sobre “{title}”.',
  submissionShow: 'Ver o evento',
  submissionRejectedSubject: 'Sobre “{title}”',
  submissionRejected: '{site} não inclui “{title}”, que você enviou.',
  submissionReason_duplicate: 'Já está no calendário.',
  submissionReason_not_public: 'Não é aberto ao público.',
  submissionReason_elsewhere: 'Fica fora da área deste calendário.',
  submissionReason_advertising: 'É publicidade e não um evento.',
  submissionReason_incomplete: 'Faltam demasiados dados.',
  submissionState: 'Ver em que ponto está',
  submissionDigestSubject: 'À espera em {site}: {count}',
  submissionDigest: 'Isto espera para ser visto:',
  submissionDigestAction: 'Ver o que espera',
}
