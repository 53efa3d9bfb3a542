import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, and what parts of several screens say, in Japanese. */
export const placesJa: Translated<typeof placesEn> = {
  copy: 'コピー',
  copied: 'コピーしました',
  today: '今日',
  viewOf: '表示',
  listView: '一覧',
  monthView: '月',
  places: '場所',
  categoriesAndTags: 'カテゴリーとタグ',
  pictures: '画像',
  imports: '取り込み',
  share: '共有',
  history: '履歴',
  people: 'ユーザー',
  account: 'アカウント',
  settings: '設定',
  webhooks: 'Webhook',
  system: 'システム',
  organizersPlace: '主催者',
  filters: '絞り込み',
  needsNameOfNew: '新しいものに名前を付けるか、その欄を閉じてください。',
  notWhole: '入力が途中です。最後まで入力するか、欄を空にしてください。',
  stillTyped: '「{text}」は入力されていますが、選ばれていません。一覧から選ぶか、欄を空にしてください。',
  stillTypedOrNew:
    '「{text}」は入力されていますが、選ばれていません。一覧から選ぶか、新しく追加するか、欄を空にしてください。',
}
