import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in Japanese. */
export const doorJa: Texts<typeof doorEn> = {
  signInTo: '「{name}」を編集する',
  nameOrEmail: '名前またはメールアドレス',
  signInWrong: '名前とパスワードが一致しません。',
  signInWrongHint: '両方と、Caps Lock がオンになっていないかを確認してください。',
  signInTooOften: '試行回数が多すぎます。',
  signInWait: { other: '何度か試した後は少しお待ちいただきます。{count} 秒後にもう一度試せます。' },
  signInAfter: 'ログイン · あと {count} 秒',
  signOut: 'ログアウト',
  signedOut: 'ログアウトしました',
  signedOutHint: '次にこのブラウザーを使う人には、誰にでも見えるものだけが見えます。',
}
