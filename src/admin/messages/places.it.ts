import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, and what parts of several screens say, in Italian. */
export const placesIt: Translated<typeof placesEn> = {
  copy: 'Copia',
  copied: 'Copiato',
  today: 'Oggi',
  viewOf: 'Vista',
  listView: 'Elenco',
  monthView: 'Mese',
  places: 'Luoghi',
  categoriesAndTags: 'Categorie ed etichette',
  pictures: 'Immagini',
  imports: 'Importazioni',
  share: 'Condividi',
  history: 'Cronologia',
  people: 'Persone',
  account: 'Il suo account',
  settings: 'Impostazioni',
  webhooks: 'Webhook',
  system: 'Sistema',
  organizersPlace: 'Organizzatori',
  filters: 'Filtri',
  needsNameOfNew: 'Dia un nome al nuovo, o ne chiuda i campi.',
  notWhole: 'Non è completo: lo completi, o svuoti il campo.',
  stillTyped: '«{text}» è scritto, ma non scelto. Scelga dall’elenco, o svuoti il campo.',
  stillTypedOrNew:
    '«{text}» è scritto, ma non scelto. Scelga dall’elenco, lo aggiunga come nuovo, o svuoti il campo.',
}
