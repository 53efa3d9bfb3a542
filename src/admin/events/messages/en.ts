import type { Catalogue } from '../../messages/catalogue.ts'

/** What is asked before several events, or dates of a series, are changed, in English. */
export const en = {
  publishTitle: 'Publish {title}?',
  trashTitle: 'Move {title} to the trash?',
  restoreTitle: 'Bring {title} back as a draft?',
  categoryTitle: 'Categories of {title}',
  whichDates: 'Which dates?',
  chosen: 'Only the dates that are chosen',
  chosenFollowing: 'The chosen dates and those after them',
  publishMany: { one: 'Publish {count} event', other: 'Publish {count} events' },
  trashMany: { one: 'Move {count} event to the trash', other: 'Move {count} events to the trash' },
  restoreMany: { one: 'Bring {count} event back', other: 'Bring {count} events back' },
  changeMany: { one: 'Change {count} event', other: 'Change {count} events' },
  leaveAsIs: 'Leave as it is',
  reached: { one: '{count} event', other: '{count} events' },
  nothingChanges: 'Nothing changes.',
  some: 'some have it',
  categoryHint: 'What is ticked, all get; what is not, none keeps. A dash leaves each as it is.',
  noCategories: 'There are no categories yet.',
  allMatching: { one: 'Choose the one that matches', other: 'Choose all {count} that match' },
  firstMatching: 'Choose the first {most} of {count}',
} as const satisfies Catalogue
