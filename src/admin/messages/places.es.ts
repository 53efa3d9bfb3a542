import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, and what parts of several screens say, in Spanish. */
export const placesEs: Translated<typeof placesEn> = {
  copy: 'Copiar',
  copied: 'Copiado',
  today: 'Hoy',
  viewOf: 'Vista',
  listView: 'Lista',
  monthView: 'Mes',
  places: 'Lugares',
  categoriesAndTags: 'Categorías y etiquetas',
  pictures: 'Imágenes',
  imports: 'Importaciones',
  share: 'Compartir',
  history: 'Historial',
  people: 'Personas',
  account: 'Su cuenta',
  settings: 'Ajustes',
  webhooks: 'Webhooks',
  system: 'Sistema',
  organizersPlace: 'Organizadores',
  filters: 'Filtros',
  needsNameOfNew: 'Ponga un nombre al nuevo, o cierre sus campos.',
  notWhole: 'Esto no está completo: termínelo o vacíe el campo.',
  stillTyped: '«{text}» está escrito, pero no elegido. Elija uno de la lista o vacíe el campo.',
  stillTypedOrNew:
    '«{text}» está escrito, pero no elegido. Elija uno de la lista, añádalo como nuevo o vacíe el campo.',
}
