import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the month of events says, in Japanese. */
export const ja: Translated<typeof en> = {
  title: 'イベント',
  earlier: '4週間前',
  later: '4週間後',
  today: '今日',
  view: '表示',
  list: '一覧',
  month: '月',
  hint: 'イベントを別の日へドラッグするか、Mを押してください。',
  newOn: '新しいイベント：{day}',
  newOnThis: 'この日の新しいイベント',
  more: 'ほか{count}件',
  less: '減らす',
  allDay: '終日',
  draft: '下書き',
  waits: '承認待ち',
  cancelled: '中止',
  nothing: 'この日はありません。',
  moving: '「{title}」を{from}から{to}へ移動',
  movingKeys: '矢印キーで日を選び、Enterで置き、Escで戻します。',
  drop: 'ここに置く',
  putBack: '戻す',
  moved: '「{title}」は{to}になりました',
  scopeTitle: 'どの日程を移動しますか？',
  only: '{day}だけ',
  following: '{day}以降すべて',
  whole: 'シリーズ全体',
  moveDates: { other: '{count}日程を移動' },
  datesMove: { other: '{count}日程が移動します' },
}
