import type { Texts } from './catalogue.ts'
import type { nowEn } from './now.en.ts'

/** Japanese. */
export const nowJa: Texts<typeof nowEn> = {
  over: '終了',
  alreadyOver: '終了したイベント',
  nothingMoreToday: '本日のイベントはすべて終了しました。',
  untilTime: '{time}まで',
  moreDates: { other: 'ほか{count}回' },
  seriesOnce: 'シリーズは1回だけ表示',
  datesInAll: { other: '全{count}回' },
  stateAndTitle: '{state}：{title}',
  earlierThisWeek: '今週のこれまで',
}
