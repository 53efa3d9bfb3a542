import type { Texts } from './catalogue.ts'
import type { findEn } from './find.en.ts'

/** Japanese. */
export const findJa: Texts<typeof findEn> = {
  suggestions: '候補',
  suggested: { other: '候補 {count} 件' },
  foundByName: '会場・主催者・カテゴリー',
  placesTitle: '会場',
  organizersTitle: '主催者',
  allPlaces: 'すべての会場',
  organizers: { other: '主催者 {count} 件' },
  byLetter: '頭文字から探す',
  searchPlaces: '会場を検索',
  searchOrganizers: '主催者を検索',
  noneOfThatName: 'その名前のものはありません',
  takingPart: '参加方法',
  onSite: '会場',
  timeOfDay: '時間帯',
  night: '夜間',
  yes: 'はい',
  no: 'いいえ',
  notKnown: '不明',
  nearUnknown: 'この場所は見つかりません。近くの市区町村か郵便番号でお試しください。',
  dateUnknown: '日付として読み取れません。{example} のように入力してください。',
  valueUnknown: '「{value}」は見つからないため、除外しました。',
}
