import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the editing of a record says, in another language. */
export const ja: Translated<typeof en> = {
  merged: 'ほかの人がこれを変更しました。両方の変更を残しました。',
  conflictTitle: 'ほかの人がこれを変更しました',
  saveChosen: '選んだ内容を保存',
  keptBoth: 'ほかの変更は両立するので残ります：{fields}',
  before: '変更前：{text}',
  allMine: 'すべて自分の内容にする',
  allTheirs: 'すべて相手の内容にする',
  savedBy: '入力中に、{name}が{when}に保存しました。何も失われていません。どちらを残すか選んでください。',
  somebody: '誰か',
  notCutOff: '切れてはいけないところ',
}
