import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the sentence of the editor says, in Japanese. */
export const ja: Translated<typeof en> = {
  inWords: 'ことばで',
  example: '毎週火曜日10:30から11:15、6月29日まで（12月22日を除く）',
  readAs: '{rule}、{first}から',
  andMore: '{first}ほか',
  allDay: '終日',
  byField: '項目ごとに',
  notUnderstood: '「{text}」がわかりません。下の項目はそのままです。',
  ambiguous: '「{text}」はどの日ですか？',
  noSuchDay: '「{text}」という日はありません。',
  otherWeekday: '「{text}」は曜日が違います。',
  twice: '二重に書かれています：「{text}」',
  besideRule: '「{text}」が何かを書いてください：から、まで、も、を除く。',
  noRule: 'どのくらいの頻度で繰り返すかを書いてください。',
  noDay: '曜日か日付を書いてください。例：「次の金曜日」「毎週火曜日」',
  noTime: '時刻か、終日であることを書いてください。',
  noEnd: 'いつまで続くかを書いてください。',
  wrongOrder: '始まる前に終わってしまいます：「{text}」',
  filled: '{name} さんの提案を入力しました。保存すると承認されます。',
}
