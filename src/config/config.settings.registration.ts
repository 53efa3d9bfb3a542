import { integer, pageAddress, type Setting } from './config.readers.ts'

/** The settings of who comes to events. */
export const registrationSettings = {
  GUESTS_DAYS: {
    default: '30',
    value: integer(1, 3650),
    says: 'How many days after an event it is known who came; then guests are erased.',
    example: '90',
    rest: 'guests_days',
  },
  REGISTRATION_CONFIRM_MINUTES: {
    default: '120',
    value: integer(0, 2880),
    says: 'How long a place is kept for who has registered and not confirmed yet by the mail, in minutes. 0: nobody has to confirm.',
    example: '0',
    rest: 'registration_confirm_minutes',
  },
  REGISTRATION_HOURLY: {
    default: '60',
    value: integer(1, 1_000_000),
    says: 'How many a network may register for events in an hour; a class may be behind one address.',
    example: '200',
  },
  REGISTRATION_PRIVACY_URL: {
    default: '',
    value: pageAddress,
    says: 'The address where it is told what becomes of what people send who register.',
    example: 'https://example.org/privacy',
    rest: 'registration_privacy_url',
  },
} as const satisfies Record<string, Setting<unknown>>
