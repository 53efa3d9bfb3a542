import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the queue of proposals says, in Japanese. */
export const ja: Translated<typeof en> = {
  proposals: '提案',
  forApproval: '承認待ち',
  newEvent: '新しいイベント',
  changeOf: '「{title}」の変更',
  reportOf: '「{title}」の間違い',
  field: '項目',
  publicNow: '現在公開中',
  proposed: '提案',
  takeIt: '採用しますか',
  take: '採用',
  changedSince: 'その後ここで変更済み',
  before: '以前：{value}',
  takeSome: '{all}件中{count}件の変更を採用',
  accept: '承認',
  acceptNew: '承認して公開',
  done: '完了',
  spam: 'スパム',
  trust: '今後この人の送信をすぐに公開する',
  acceptedBefore: 'これまでの採用：{count}',
  goneEvent: 'イベントはゴミ箱にあるか削除されています。却下のみできます。',
  asked: '質問：「{message}」',
  nothing: '待っている提案はありません',
  nothingHint: 'カレンダーに参加していない人が送ったものがここに並びます。',
  taken: '採用：{title}',
  refused: '不採用：{title}',
  marked: 'スパム：{title}',
  picture: '送られた画像',
  none: 'なし',
  fieldNames:
    'タイトル|開始|終了|終日|タイムゾーン|場所|主催者|説明|概要|料金|ウェブサイト|カテゴリー|タグ|開催|理由|参加方法|オンライン|繰り返し|画像',
}
