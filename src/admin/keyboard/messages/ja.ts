import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the list of keys says, in Japanese. */
export const ja: Translated<typeof en> = {
  title: 'キー',
  everywhere: 'どこでも',
  inList: 'イベント一覧の行で',
  inWaiting: '承認待ちを決めるとき',
  inEvent: 'イベントを書くとき',
  nextBefore: '次、前',
  these: 'このキー一覧',
  save: '保存',
  switchOff: '入力中は一文字のキーは働きません。アカウントで無効にできます。',
}
