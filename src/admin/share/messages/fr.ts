import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** French: feeds and calendars for other websites. */
export const fr: Translated<typeof en> = {
  shareHint: 'Choisissez quoi, puis emportez-le comme flux ou comme calendrier pour votre site.',
  what: 'Qu’emporter ?',
  category: 'Catégorie',
  allCategories: 'Toutes les catégories',
  words: 'Seulement les événements avec ces mots',
  onlyFeatured: 'Seulement les événements mis en avant',
  now_: { one: '{count} événement actuellement', other: '{count} événements actuellement' },
  asFeed: 'Comme flux',
  forCalendars: 'Pour les agendas',
  calendarsHint: 'Google, Apple, Outlook. Les changements arrivent seuls, en quelques heures.',
  forReaders: 'Pour lecteurs de flux et lettres',
  forPrograms: 'Pour les programmeurs',
  onWebsite: 'Sur votre site',
  widgetHint:
    'Forme, langue et couleurs se choisissent à côté d’un exemple vivant ; collez-le dans votre page.',
  openMaker: 'Faire un calendrier pour un site',
}
