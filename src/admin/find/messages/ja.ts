import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What finding things from everywhere says, in Japanese. */
export const ja: Translated<typeof en> = {
  what: 'イベント、会場、主催者、画面を探す',
  placeholder: 'イベント、会場、主催者、画面…',
  event: 'イベント',
  place: '会場',
  organizer: '主催者',
  person: '人',
  screen: '画面',
  all: '「{text}」を含むすべてのイベント',
  choose: '選ぶ',
  open: '開く',
  close: '閉じる',
  allIn: '{month}の「{text}」を含むすべてのイベント',
  allOf: '{month}のすべてのイベント',
  before: 'の に',
}
