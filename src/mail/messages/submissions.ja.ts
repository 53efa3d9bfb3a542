import type { submissionsEn } from './submissions.en.ts'

/** Mails about what was proposed, in Japanese. */
export const submissionsJa: Readonly<Record<keyof typeof submissionsEn, string>> = {
  submissionConfirmSubject: '{site} に送った内容の確認',
  submissionConfirm:
    'どなたか、おそらくご本人が、このアドレスで {site} に送信しました。ご本人であることを確認してください。それまでは誰も内容を見ません。',
  submissionConfirmAction: '内容を見て確認する',
  submissionConfirmEnds:
    '{until} まで保管されます。お心当たりがなければ何もしなくて構いません。内容は削除され、以後ご連絡しません。',
  submissionAskedSubject: '「{title}」についての質問',
  submissionAsked: 'お送りいただいた「{title}」について、{site} から質問があります。',
  submissionAskedAction: '回答して修正する',
  submissionAcceptedSubject: '「{title}」がカレンダーに載りました',
  submissionAccepted: 'ありがとうございます。「{title}」が {site} に載りました。',
  submissionChangedSubject: '「{title}」の変更が公開されました',
  submissionChanged: 'ありがとうございます。「{title}」についてご提案いただいた内容が {site} に載りました。',
  submissionReportSubject: '「{title}」についてのご報告',
  submissionReport: 'ありがとうございます。「{title}」についてのご報告を {site} が確認しました。',
  submissionShow: 'イベントを見る',
  submissionRejectedSubject: '「{title}」について',
  submissionRejected: 'お送りいただいた「{title}」は {site} に掲載されません。',
  submissionReason_duplicate: 'すでにカレンダーに載っています。',
  submissionReason_not_public: '一般に公開されていません。',
  submissionReason_elsewhere: 'このカレンダーの地域の外です。',
  submissionReason_advertising: 'イベントというより広告です。',
  submissionReason_incomplete: '必要な情報が足りません。',
  submissionState: '状況を見る',
  submissionDigestSubject: '{site} で待っているもの：{count}',
  submissionDigest: '次のものが確認を待っています。',
  submissionDigestAction: '待っているものを見る',
}
