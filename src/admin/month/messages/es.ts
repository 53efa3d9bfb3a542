import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the month of events says, in Spanish. */
export const es: Translated<typeof en> = {
  title: 'Eventos',
  earlier: 'Cuatro semanas antes',
  later: 'Cuatro semanas después',
  today: 'Hoy',
  view: 'Vista',
  list: 'Lista',
  month: 'Mes',
  hint: 'Arrastre un evento a otro día, o pulse M sobre él.',
  newOn: 'Evento nuevo: {day}',
  newOnThis: 'Evento nuevo este día',
  more: '{count} más',
  less: 'Mostrar menos',
  allDay: 'todo el día',
  draft: 'borrador',
  waits: 'en espera',
  cancelled: 'cancelado',
  nothing: 'Nada este día.',
  moving: 'Mover «{title}» de {from} a {to}',
  movingKeys: 'Las flechas eligen el día, Intro lo deja, Esc lo devuelve.',
  drop: 'Dejar aquí',
  putBack: 'Devolver',
  moved: '«{title}» está ahora el {to}',
  scopeTitle: '¿Qué fechas se mueven?',
  only: 'Solo {day}',
  following: '{day} y todos los siguientes',
  whole: 'Toda la serie',
  moveDates: { one: 'Mover {count} fecha', other: 'Mover {count} fechas' },
  datesMove: { one: 'Se mueve {count} fecha', other: 'Se mueven {count} fechas' },
}
