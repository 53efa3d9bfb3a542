import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What is asked before several events, or dates of a series, are changed, in Italian. */
export const it: Translated<typeof en> = {
  publishTitle: 'Pubblicare {title}?',
  trashTitle: 'Spostare {title} nel cestino?',
  restoreTitle: 'Riprendere {title} come bozza?',
  categoryTitle: 'Categorie di {title}',
  whichDates: 'Quali date?',
  chosen: 'Solo le date scelte',
  chosenFollowing: 'Le date scelte e le successive',
  publishMany: { one: 'Pubblica {count} evento', other: 'Pubblica {count} eventi' },
  trashMany: { one: 'Sposta {count} evento nel cestino', other: 'Sposta {count} eventi nel cestino' },
  restoreMany: { one: 'Riprendi {count} evento', other: 'Riprendi {count} eventi' },
  changeMany: { one: 'Cambia {count} evento', other: 'Cambia {count} eventi' },
  leaveAsIs: 'Lascia così',
  reached: { one: '{count} evento', other: '{count} eventi' },
  nothingChanges: 'Non cambia nulla.',
  some: 'alcuni la hanno',
  categoryHint:
    'Ciò che è spuntato va a tutti; ciò che non lo è, nessuno lo conserva. Un trattino lascia ciascuno com’è.',
  noCategories: 'Non ci sono ancora categorie.',
  allMatching: { one: 'Scegli quello che corrisponde', other: 'Scegli tutti i {count} che corrispondono' },
  firstMatching: 'Scegli i primi {most} di {count}',
}
