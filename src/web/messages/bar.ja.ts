import type { barEn } from './bar.en.ts'
import type { Texts } from './catalogue.ts'

/** The bar above public pages for who may change what they show, in Japanese. */
export const barJa: Texts<typeof barEn> = {
  barEditing: '編集',
  barPublished: '公開中',
  barDraft: '下書き',
  barWaiting: '承認待ち',
  barLater: '{date}から公開',
  barPrivate: '非公開',
  barSince: '{date}から',
  barApprove: '承認',
  barDuplicate: '複製',
  barCancel: 'イベントを中止',
  barCancelDate: 'この日程を中止',
  barMore: 'その他',
  barHistory: '履歴',
}
