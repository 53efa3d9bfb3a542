import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** Spanish: feeds and calendars for other websites. */
export const es: Translated<typeof en> = {
  shareHint: 'Elige qué y llévalo como canal o como calendario para tu sitio.',
  what: '¿Qué va incluido?',
  category: 'Categoría',
  allCategories: 'Todas las categorías',
  words: 'Solo eventos con estas palabras',
  onlyFeatured: 'Solo eventos destacados',
  now_: { one: '{count} evento ahora', other: '{count} eventos ahora' },
  asFeed: 'Como canal',
  forCalendars: 'Para programas de calendario',
  calendarsHint: 'Google, Apple, Outlook. Los cambios llegan solos en unas horas.',
  forReaders: 'Para lectores de canales y boletines',
  forPrograms: 'Para programadores',
  onWebsite: 'En tu sitio',
  widgetHint: 'Forma, idioma y colores se eligen junto a una muestra viva; lo que copies va en tu página.',
  openMaker: 'Crear un calendario para un sitio',
}
