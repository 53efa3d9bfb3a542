import type { Catalogue } from '../../messages/catalogue.ts'

/** What the sentence of the editor says, in English. */
export const en = {
  inWords: 'In words',
  example: 'every Tuesday 10:30 to 11:15 until 29 June, not on 22 December',
  readAs: '{rule}, from {first}',
  andMore: '{first}, and more dates',
  allDay: 'all day',
  byField: 'By field',
  notUnderstood: 'Not understood: “{text}”. The fields stay as they are.',
  ambiguous: 'Which day is “{text}”?',
  noSuchDay: 'There is no “{text}”.',
  otherWeekday: '“{text}” is another day of the week.',
  twice: 'It is said twice: “{text}”.',
  besideRule: 'Say what “{text}” is: from, until, also on, or not on.',
  noRule: 'Say how often it repeats.',
  noDay: 'Say on which day, such as “next Friday” or “every Tuesday”.',
  noTime: 'Say at what time, or that it is all day.',
  noEnd: 'Say until when it goes on.',
  wrongOrder: 'It would end before it begins: “{text}”.',
  filled: 'What {name} proposes is filled in. It is accepted as you save it.',
} as const satisfies Catalogue
