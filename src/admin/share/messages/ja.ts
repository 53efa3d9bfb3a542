import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** Japanese: feeds and calendars for other websites. */
export const ja: Translated<typeof en> = {
  shareHint: '内容を選び、フィードやサイト用カレンダーとして使えます。',
  what: '何を含めますか？',
  category: 'カテゴリー',
  allCategories: 'すべてのカテゴリー',
  words: 'この言葉を含むイベントだけ',
  onlyFeatured: '注目のイベントだけ',
  now_: { other: '現在 {count} 件' },
  asFeed: 'フィードとして',
  forCalendars: 'カレンダーアプリ用',
  calendarsHint: 'Google、Apple、Outlook。変更は数時間で自動的に届きます。',
  forReaders: 'フィードリーダー・ニュースレター用',
  forPrograms: '開発者用',
  onWebsite: 'あなたのサイトに',
  widgetHint: '形・言語・色は実物を見ながら選び、コピーして自分のページに貼ります。',
  openMaker: 'サイト用カレンダーを作る',
}
