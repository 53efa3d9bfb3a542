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
  stillTyped: '“{text}” is typed, but not chosen. Choose one of the list, or clear the field.',
  stillTypedOrNew:
    '“{text}” is typed, but not chosen. Choose one of the list, add it as a new one, or clear the field.',
  needsNameOfNew: 'Give the new one a name, or close its fields.',
  notWhole: 'This is not whole: finish it, or clear the field.',
  notCutOff: 'What must not be cut off',
} as const satisfies Catalogue
