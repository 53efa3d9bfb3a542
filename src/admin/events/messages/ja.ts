import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What is asked before several events, or dates of a series, are changed, in Japanese. */
export const ja: Translated<typeof en> = {
  publishTitle: '{title}を公開しますか？',
  trashTitle: '{title}をゴミ箱へ移しますか？',
  restoreTitle: '{title}を下書きとして戻しますか？',
  categoryTitle: '{title}のカテゴリー',
  whichDates: 'どの日程ですか？',
  chosen: '選んだ日程だけ',
  chosenFollowing: '選んだ日程とそれより後',
  publishMany: { other: '{count}件を公開' },
  trashMany: { other: '{count}件をゴミ箱へ' },
  restoreMany: { other: '{count}件を戻す' },
  changeMany: { other: '{count}件を変更' },
  leaveAsIs: 'このままにする',
  reached: { other: '{count}件' },
  nothingChanges: '何も変わりません。',
  some: '一部にあります',
  categoryHint:
    'チェックしたものはすべてに付き、外したものはすべてから消えます。横線はそれぞれそのままです。',
  noCategories: 'カテゴリーはまだありません。',
  allMatching: { other: '該当する{count}件をすべて選ぶ' },
  firstMatching: '{count}件のうち最初の{most}件を選ぶ',
}
