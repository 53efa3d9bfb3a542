import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the sentence of the editor says, in Spanish. */
export const es: Translated<typeof en> = {
  inWords: 'Con palabras',
  example: 'todos los martes de 10:30 a 11:15 hasta el 29 de junio, excepto el 22 de diciembre',
  readAs: '{rule}, a partir del {first}',
  andMore: '{first}, y más fechas',
  allDay: 'todo el día',
  byField: 'Campo por campo',
  notUnderstood: 'No se entiende: «{text}». Los campos quedan como están.',
  ambiguous: '¿Qué día es «{text}»?',
  noSuchDay: '«{text}» no existe.',
  otherWeekday: '«{text}» es otro día de la semana.',
  twice: 'Se dice dos veces: «{text}».',
  besideRule: 'Diga qué es «{text}»: desde, hasta, también el o excepto el.',
  noRule: 'Diga cada cuánto se repite.',
  noDay: 'Diga qué día, por ejemplo «el próximo viernes» o «todos los martes».',
  noTime: 'Diga a qué hora, o que es todo el día.',
  noEnd: 'Diga hasta cuándo dura.',
  wrongOrder: 'Terminaría antes de empezar: «{text}».',
  filled: 'Está rellenado lo que propone {name}. Al guardar se acepta.',
}
