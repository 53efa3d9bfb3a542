import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** Dutch: feeds and calendars for other websites. */
export const nl: Translated<typeof en> = {
  shareHint: 'Kies wat, en neem het mee als feed of als kalender voor je website.',
  what: 'Wat gaat mee?',
  category: 'Categorie',
  allCategories: 'Alle categorieën',
  words: 'Alleen evenementen met deze woorden',
  onlyFeatured: 'Alleen uitgelichte evenementen',
  now_: { one: 'Nu {count} evenement', other: 'Nu {count} evenementen' },
  asFeed: 'Als feed',
  forCalendars: 'Voor agendaprogramma’s',
  calendarsHint: 'Google, Apple, Outlook. Wijzigingen komen vanzelf, binnen enkele uren.',
  forReaders: 'Voor feedlezers en nieuwsbrieven',
  forPrograms: 'Voor programmeurs',
  onWebsite: 'Op je website',
  widgetHint:
    'Vorm, taal en kleuren kies je naast een levend voorbeeld; wat je daar kopieert komt in je pagina.',
  openMaker: 'Een kalender voor een website maken',
}
