import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, and what parts of several screens say, in Portuguese. */
export const placesPt: Translated<typeof placesEn> = {
  copy: 'Copiar',
  copied: 'Copiado',
  today: 'Hoje',
  viewOf: 'Vista',
  listView: 'Lista',
  monthView: 'Mês',
  places: 'Locais',
  categoriesAndTags: 'Categorias e etiquetas',
  pictures: 'Imagens',
  imports: 'Importações',
  share: 'Partilhar',
  history: 'Histórico',
  people: 'Pessoas',
  account: 'A sua conta',
  settings: 'Definições',
  webhooks: 'Webhooks',
  system: 'Sistema',
  organizersPlace: 'Organizadores',
  filters: 'Filtros',
  needsNameOfNew: 'Dê um nome ao novo, ou feche os seus campos.',
  notWhole: 'Isto não está completo: termine, ou esvazie o campo.',
  stillTyped: '«{text}» está escrito, mas não escolhido. Escolha um da lista, ou esvazie o campo.',
  stillTypedOrNew:
    '«{text}» está escrito, mas não escolhido. Escolha um da lista, acrescente-o como novo, ou esvazie o campo.',
}
