import type { Texts } from './catalogue.ts'
import type { waysEn } from './ways.en.ts'

/** Signing in by other ways than a password, in Japanese. */
export const waysJa: Texts<typeof waysEn> = {
  orElse: 'または',
  signInWith: '{name} でログイン',
  providerAway: '{name} に現在接続できません',
  providerAwayHint: 'しばらくしてからもう一度お試しになるか、パスワードでログインしてください。',
  providerRefused: '{name} でのログインが認められませんでした',
  providerRefusedHint: 'もう一度お試しください。解決しない場合は、このサイトの運営者にお問い合わせください。',
  providerStale: '時間がかかりすぎたか、別のウィンドウで始められました',
  providerStaleHint: 'はじめからやり直してください。',
  providerClockHint: 'このサイトと {name} の時計がずれています。このサイトの運営者が直せます。',
  providerNoRole: '{name} のアカウントにはこのカレンダーの利用権がありません',
  providerNoAccount: 'あなたのアカウントはここにありません',
  providerNoEmail: '{name} からメールアドレスが伝えられませんでした',
  providerAsk: 'このサイトの運営者にお問い合わせください。',
  providerTaken: 'そのアドレスのアカウントがすでにあります',
  providerTakenHint:
    '{name} はアドレスがご本人のものと確認していません。そのアカウントのパスワードでログインしてください。',
  providerOther: 'あなたのアドレスのアカウントは {name} で別の人のものです',
  providerOtherHint:
    'このサイトの運営者に通知されました。ご自身のアカウントであれば、これまでどおりログインし、アカウントで {name} を結び付けてください。',

  usePasskey: 'パスキーを使う',
  passkeyNone: 'パスキーは使われませんでした。もう一度試すか、パスワードでログインしてください。',
  passkeyUnknown: 'このパスキーで開けるアカウントはありません',
  passkeyUnknownHint: '削除された可能性があります。別の方法でログインし、アカウントで追加し直してください。',
  passkeyRefused: 'パスキーを確認できませんでした',
  passkeyRefusedHint: 'もう一度お試しください。だめな場合はパスワードでログインしてください。',
  otherWay: '別の方法でログイン',
  useRecoveryCode: '回復コードを使う',
  recoveryTitle: '回復コードでログイン',
  recoveryHint: 'コードはそれぞれ一度だけ使えます。',
  recoveryCode: '回復コード',
  recoveryWrong: 'その名前と回復コードは一致しません。',
  recoveryWrongHint: '一度使ったコードは再び使えません。',

  emailTitle: 'メールアドレスの確認',
  emailHint: '「{name}」へのメールは {email} に届くようになります。',
  emailConfirm: 'アドレスを確認する',
  emailDone: 'アドレスを確認しました',
  emailDoneHint: '今後のメールは {email} に届きます。',
  emailTaken: 'このアドレスはすでに別のアカウントのものです',
  emailTakenHint: 'アカウントのアドレスは元のままです。',
  joinTaken: '{name} のこのアカウントは、ここでは別のアカウントに使われています',
  joinTakenHint: 'それでログインしてどのアカウントかを確かめ、先にそこから外してください。',
}
