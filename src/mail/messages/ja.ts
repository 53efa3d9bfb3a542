import type { MailTexts } from '../mail.texts.ts'
import { submissionsJa } from './submissions.ja.ts'

/** Japanese. */
export const ja: MailTexts = {
  greeting: '{name} 様',
  ending: '{site} より送信 · {url}',
  linkEnds: 'このリンクは {until} まで、1 回だけ使えます。',
  notExpected: 'このメッセージにお心当たりがない場合、何もする必要はありません。',

  invitationSubject: '{site} のアカウントのご案内',
  invitation:
    '{site} にあなたのアカウントがあります。ログイン名はこのアドレスです。はじめにパスワードを設定してください。',
  choosePassword: 'パスワードを設定する',

  resetSubject: '{site} の新しいパスワードの設定',
  reset: 'このアドレスをもつ {site} のアカウントについて、新しいパスワードの設定が求められました。',
  chooseNewPassword: '新しいパスワードを設定する',
  resetNotYou: 'お心当たりがない場合は、このメッセージを無視してください。パスワードは変わりません。',

  passwordChangedSubject: '{site} のパスワードが変更されました',
  passwordChanged: '{site} のアカウントのパスワードが {at} に変更されました。',
  changeNotYou:
    'お心当たりがない場合は、すぐに新しいパスワードを設定してください。すべてのセッションが終了します。',

  methodSubject: '{site} の新しいログイン方法',
  method: '{site} のアカウントに、{at} に新しいログイン方法が追加されました：{method}。',
  passkey: 'パスキー',
  provider: '{name} でのログイン',
  recoveryCodes: '回復コード',

  methodNotYou:
    'お心当たりがない場合は、すぐに新しいパスワードを設定し、このログイン方法をアカウントから削除してください。',
  confirmSubject: '{site} のメールアドレスの確認',
  confirm: '{site} のアカウントのアドレスをこのアドレスに変更します：{address}。',
  confirmAddress: 'アドレスを確認する',
  addressChangedSubject: '{site} のメールアドレスが変更されました',
  addressChanged: '{site} のアカウントへのメールは、今後別のアドレスに届きます。アドレスの変更日時: {at}。',
  tellWhoRuns: 'お心当たりがない場合は、すぐに {site} の運営者にお知らせください。',

  refusedSubject: '{site} へのログインが拒否されました',
  refusedPerson:
    '{method} が認証した人のアドレスが、{site} のアカウント {login} と同じです。このアカウントはそこで別の人のものなので、ログインは行われませんでした。',
  refusedPersonHint:
    '同じ人であれば、これまでどおりログインし、こちらのアカウントで {method} の新しいアカウントを結び付けてください。',
  showPeople: 'アカウントを見る',
  testSubject: '{site} からのメールのテスト',
  test: 'これはテストです。{site} のメールサーバーを設定した方が送信しました。このアドレスにメールが届きます。',

  ...submissionsJa,
}
