import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, in Italian. */
export const placesIt: Translated<typeof placesEn> = {
  today: 'Oggi',
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
}
