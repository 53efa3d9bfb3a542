import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What finding things from everywhere says, in Portuguese. */
export const pt: Translated<typeof en> = {
  what: 'Encontrar um evento, um local, um organizador ou um ecrã',
  placeholder: 'Evento, local, organizador, ecrã…',
  event: 'evento',
  place: 'local',
  organizer: 'organizador',
  person: 'pessoa',
  screen: 'ecrã',
  all: 'Todos os eventos com “{text}”',
  choose: 'escolher',
  open: 'abrir',
  close: 'fechar',
  allIn: 'Todos os eventos com “{text}” em {month}',
  allOf: 'Todos os eventos em {month}',
  before: 'em de',
}
