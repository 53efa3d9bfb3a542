import { sender } from './config.readers.mail.ts'
import { integer, lines, oneOf, type Setting } from './config.readers.ts'

/** The settings of what visitors are told by mail. */
export const lettersSettings = {
  LETTERS: {
    default: 'off',
    value: oneOf('off', 'on'),
    says: 'Whether visitors may have themselves told by mail: of what is on, on the days that they choose, of an event that they watch, and by letters that editors write. It takes SITE_URL, and SMTP_URL or MAIL_FOLDER; without these it is as `off` (see docs/letters.md).',
    example: 'on',
    rest: 'letters',
  },
  LETTERS_FROM: {
    default: '',
    value: sender,
    says: 'The sender of letters: an address, or a name with one. Large providers of mail ask for another address than that of mails about passwords. Empty: MAIL_FROM.',
    example: 'City Calendar <letters@example.org>',
  },
  LETTERS_IMPRINT: {
    default: '',
    value: lines(500),
    says: 'What stands at the foot of each letter: who sends it, with a postal address where the law wants one.',
    example: 'City Culture Office, 1 Harbour Street, Haverbridge',
    rest: 'letters_imprint',
  },
  LETTERS_PER_MINUTE: {
    default: '300',
    value: integer(1, 100_000),
    says: 'How many letters go out in a minute at most, of all processes together. Confirmations and other mails are not counted, and wait behind no letter.',
    example: '60',
    rest: 'letters_per_minute',
  },
  LETTERS_SETTLE: {
    default: '5',
    value: integer(0, 60),
    says: 'How many minutes pass between a change of an event and the mail about it: what is changed again or taken back meanwhile makes one mail, or none.',
    example: '15',
    rest: 'letters_settle',
  },
  LETTERS_HOURLY: {
    default: '20',
    // A school or a town hall may be behind one address.
    value: integer(1, 100_000),
    says: 'How many times in an hour a network may ask for letters.',
    example: '100',
  },
} as const satisfies Record<string, Setting<unknown>>
