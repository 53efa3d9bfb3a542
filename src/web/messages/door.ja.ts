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

  forgotten: 'お忘れですか？',
  forgotTitle: 'パスワードをお忘れですか？',
  forgotHint:
    '名前またはメールアドレスを入力してください。新しいパスワードを選ぶためのリンクをメールで送ります。',
  sendLink: 'リンクを送る',
  forgotSent: 'そのアカウントがあれば、メールを送りました。',
  forgotSentHint:
    'リンクは一度だけ、1 時間有効です。届かない場合は迷惑メールを確認するか、管理者に尋ねてください。',
  forgotNoMail:
    'このカレンダーはメールを送りません。管理者が、新しいパスワードを選ぶためのリンクを作れます。',
  chooseTitle: 'パスワードを選ぶ',
  chooseHint: '「{name}」用',
  newPassword: '新しいパスワード',
  newPasswordHint: '12 文字以上。関係のない単語をいくつか並べると良いものになります。',
  savePassword: '保存してログイン',
  passwordShort: '12 文字以上が必要です。',
  passwordLong: '1000 文字までです。',
  passwordCommon: '最初に試されるものの一つです。関係のない単語をいくつか選んでください。',
  passwordPersonal: '誰もが知っているあなたの情報でできています。関係のない単語を選んでください。',
  linkOver: 'このリンクは使用済みか、古すぎます',
  linkOverHint: 'リンクは一度だけ、短い間だけ有効です。',
  askAgain: '別のリンクを求める',
}
