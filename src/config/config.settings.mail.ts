import { optionalFolder, sender, smtpServer } from './config.readers.mail.ts'
import type { Setting } from './config.readers.ts'

/** The settings that decide whether and how mails are sent. */
export const mailSettings = {
  SMTP_URL: {
    default: '',
    value: smtpServer,
    says: 'The server that mails are handed to: `smtps://` is encrypted from the first byte (port 465), `smtp://` by STARTTLS (port 587), which is required where there is a login unless `?starttls=` says optional or never. `?ca=` names a file with the certificate of an authority of your own. Signs in a password are percent-encoded. It takes MAIL_FROM and SITE_URL. Empty: no mails are sent; links for new users and forgotten passwords are shown to the administrator who asks for them (see docs/mail.md).',
    example: 'smtps://calendar%40example.org:secret@mail.example.org',
  },
  MAIL_FROM: {
    default: '',
    value: sender,
    says: 'The sender of mails: an address, or a name with one. Without a name it is the name of the site.',
    example: 'City Calendar <calendar@example.org>',
  },
  MAIL_FOLDER: {
    default: '',
    value: optionalFolder,
    says: 'For development: a folder that mails are written to, each as a file `.eml`, instead of being sent, whatever SMTP_URL says.',
    example: './mails',
  },
} as const satisfies Record<string, Setting<unknown>>
