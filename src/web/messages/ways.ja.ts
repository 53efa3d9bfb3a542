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
}
