/** What somebody may send: a new event, a change of one that is there, or that something is wrong with one. */
export const submissionKinds = ['new', 'change', 'report'] as const
export type SubmissionKind = (typeof submissionKinds)[number]

/** Where a submission stands. */
export const submissionStates = [
  'unconfirmed',
  'waiting',
  'asked',
  'accepted',
  'rejected',
  'withdrawn',
  'spam',
] as const
export type SubmissionState = (typeof submissionStates)[number]
