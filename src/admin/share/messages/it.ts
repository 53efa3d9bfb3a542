import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** Italian: feeds and calendars for other websites. */
export const it: Translated<typeof en> = {
  shareHint: 'Scegli cosa e portalo via come feed o come calendario per il tuo sito.',
  what: 'Cosa includere?',
  category: 'Categoria',
  allCategories: 'Tutte le categorie',
  words: 'Solo eventi con queste parole',
  onlyFeatured: 'Solo eventi in evidenza',
  now_: { one: '{count} evento ora', other: '{count} eventi ora' },
  asFeed: 'Come feed',
  forCalendars: 'Per i programmi di calendario',
  calendarsHint: 'Google, Apple, Outlook. Le modifiche arrivano da sole in poche ore.',
  forReaders: 'Per lettori di feed e newsletter',
  forPrograms: 'Per programmatori',
  onWebsite: 'Sul tuo sito',
  widgetHint:
    'Forma, lingua e colori si scelgono accanto a un esempio vivo; ciò che copi va nella tua pagina.',
  openMaker: 'Crea un calendario per un sito',
}
