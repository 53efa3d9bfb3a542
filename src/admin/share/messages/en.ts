import type { Catalogue } from '../../messages/catalogue.ts'

/** English: feeds and calendars for other websites. */
export const en = {
  shareHint: 'Choose what, then take it along as a feed or as a calendar for your website.',
  what: 'What goes along?',
  category: 'Category',
  allCategories: 'All categories',
  words: 'Only events with these words',
  onlyFeatured: 'Only featured events',
  now_: { one: '{count} event now', other: '{count} events now' },
  asFeed: 'As a feed',
  forCalendars: 'For calendar programs',
  calendarsHint: 'Google, Apple, Outlook. Changes arrive by themselves, within a few hours.',
  forReaders: 'For feed readers and newsletters',
  forPrograms: 'For programmers',
  onWebsite: 'On your website',
  widgetHint:
    'Shape, language and colours are chosen beside a live sample; what you copy there goes into your page.',
  openMaker: 'Make a calendar for a website',
} as const satisfies Catalogue
