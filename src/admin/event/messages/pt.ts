import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the sentence of the editor says, in Portuguese. */
export const pt: Translated<typeof en> = {
  inWords: 'Por palavras',
  example: 'todas as terças das 10:30 às 11:15 até 29 de junho, exceto 22 de dezembro',
  readAs: '{rule}, a partir de {first}',
  andMore: '{first}, e mais datas',
  allDay: 'o dia todo',
  byField: 'Campo a campo',
  notUnderstood: 'Não se percebe: «{text}». Os campos ficam como estão.',
  ambiguous: 'Que dia é «{text}»?',
  noSuchDay: '«{text}» não existe.',
  otherWeekday: '«{text}» é outro dia da semana.',
  twice: 'Está dito duas vezes: «{text}».',
  besideRule: 'Diga o que é «{text}»: a partir de, até, também em ou exceto.',
  noRule: 'Diga com que frequência se repete.',
  noDay: 'Diga em que dia, por exemplo «próxima sexta» ou «todas as terças».',
  noTime: 'Diga a que horas, ou que é o dia todo.',
  noEnd: 'Diga até quando dura.',
  wrongOrder: 'Acabaria antes de começar: «{text}».',
  filled: 'O que {name} propõe está preenchido. Ao guardar, é aceite.',
}
