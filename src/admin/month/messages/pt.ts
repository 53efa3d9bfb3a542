import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the month of events says, in Portuguese. */
export const pt: Translated<typeof en> = {
  title: 'Eventos',
  earlier: 'Quatro semanas antes',
  later: 'Quatro semanas depois',
  today: 'Hoje',
  view: 'Vista',
  list: 'Lista',
  month: 'Mês',
  hint: 'Arraste um evento para outro dia, ou prima M.',
  newOn: 'Novo evento: {day}',
  newOnThis: 'Novo evento neste dia',
  more: 'mais {count}',
  less: 'Mostrar menos',
  allDay: 'o dia todo',
  draft: 'rascunho',
  waits: 'em espera',
  cancelled: 'cancelado',
  nothing: 'Nada neste dia.',
  moving: 'Mover «{title}» de {from} para {to}',
  movingKeys: 'As setas escolhem o dia, Enter larga, Esc devolve.',
  drop: 'Largar aqui',
  putBack: 'Devolver',
  moved: '«{title}» está agora em {to}',
  scopeTitle: 'Que datas mover?',
  only: 'Só {day}',
  following: '{day} e todos os seguintes',
  whole: 'Toda a série',
  moveDates: { one: 'Mover {count} data', other: 'Mover {count} datas' },
  datesMove: { one: 'Move-se {count} data', other: 'Movem-se {count} datas' },
}
