import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** Portuguese: feeds and calendars for other websites. */
export const pt: Translated<typeof en> = {
  shareHint: 'Escolhe o quê e leva-o como feed ou como calendário para o teu sítio.',
  what: 'O que vai incluído?',
  category: 'Categoria',
  allCategories: 'Todas as categorias',
  words: 'Só eventos com estas palavras',
  onlyFeatured: 'Só eventos em destaque',
  now_: { one: '{count} evento agora', other: '{count} eventos agora' },
  asFeed: 'Como feed',
  forCalendars: 'Para programas de calendário',
  calendarsHint: 'Google, Apple, Outlook. As alterações chegam sozinhas em poucas horas.',
  forReaders: 'Para leitores de feeds e newsletters',
  forPrograms: 'Para programadores',
  onWebsite: 'No teu sítio',
  widgetHint:
    'Forma, língua e cores escolhem-se junto de uma amostra viva; o que copiares vai na tua página.',
  openMaker: 'Criar um calendário para um sítio',
}
