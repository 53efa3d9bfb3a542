import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the editing of a record says, in another language. */
export const ar: Translated<typeof en> = {
  merged: 'غيّر شخص آخر هذا في هذه الأثناء. بقي التغييران معًا.',
  conflictTitle: 'غيّر شخص آخر هذا في هذه الأثناء',
  saveChosen: 'حفظ المختار',
  keptBoth: 'تغييراتك الأخرى تتوافق مع تغييراتهم وتبقى: {fields}',
  before: 'من قبل: {text}',
  allMine: 'الاحتفاظ بكل ما لي',
  allTheirs: 'الاحتفاظ بكل ما لهم',
  savedBy: 'حفظها {name} {when} بينما كنت تكتب. لم يضع شيء: اختر ما يبقى.',
  somebody: 'شخص ما',
  notCutOff: 'ما يجب ألّا يُقتطع',
}
