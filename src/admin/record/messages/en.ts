import type { Catalogue } from '../../messages/catalogue.ts'

/** What the editing of a record says, in English. */
export const en = {
  merged: 'Somebody else has changed this meanwhile. Both changes have been kept.',
  conflictTitle: 'Somebody else has changed this meanwhile',
  saveChosen: 'Save what is chosen',
  keptBoth: 'Your other changes fit with theirs and are kept: {fields}',
  before: 'before: {text}',
  allMine: 'Keep all of mine',
  allTheirs: 'Keep all of theirs',
  savedBy: '{name} saved it {when}, while you were writing. Nothing is lost: choose what shall hold.',
  somebody: 'Somebody',
  notCutOff: 'What must not be cut off',
} as const satisfies Catalogue
