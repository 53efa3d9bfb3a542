import { integer, oneOf, type Setting } from './config.readers.ts'

/** The settings that decide who may propose events, and how many. */
export const submissionSettings = {
  SUBMISSIONS: {
    default: 'off',
    value: oneOf('off', 'accounts', 'everybody'),
    says: 'Who may propose events and changes, which editors then approve: nobody (`off`), those who have signed in (`accounts`), or `everybody`, who confirms their address by mail; where no mail is sent, that is the same as `accounts` (see docs/submissions.md).',
    example: 'everybody',
    rest: 'submissions',
  },
  SUBMISSIONS_QUEUE: {
    default: '300',
    value: integer(1, 10_000),
    says: 'How many proposals may wait, those whose sender has not confirmed yet counted by themselves. Further ones are refused.',
    example: '1000',
    rest: 'submissions_queue',
  },
  SUBMISSIONS_HOURLY: {
    default: '20',
    value: integer(1, 100_000),
    says: 'How many proposals a network may send in an hour, and how many an e-mail address in a day.',
    example: '5',
  },
} as const satisfies Record<string, Setting<unknown>>
