import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What finding things from everywhere says, in Spanish. */
export const es: Translated<typeof en> = {
  what: 'Buscar un evento, un lugar, un organizador o una pantalla',
  placeholder: 'Evento, lugar, organizador, pantalla…',
  event: 'evento',
  place: 'lugar',
  organizer: 'organizador',
  person: 'persona',
  screen: 'pantalla',
  all: 'Todos los eventos con «{text}»',
  choose: 'elegir',
  open: 'abrir',
  close: 'cerrar',
  allIn: 'Todos los eventos con «{text}» en {month}',
  allOf: 'Todos los eventos en {month}',
  before: 'en de',
}
