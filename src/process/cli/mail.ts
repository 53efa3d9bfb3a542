import { readConfig } from '../../config/config.ts'
import { isEmail } from '../../pure/text/address.ts'
import { BadUsage, command } from './command.ts'
import { secondsNow } from './database.ts'

/** How long handing over a mail may take, in milliseconds. */
const patience_ms = 60_000

/** The commands for mails. */
export const mailCommands = [
  command({
    name: 'mail test',
    arguments: ['ADDRESS'],
    options: {},
    summary: 'Send a mail, and say what is wrong if it cannot be sent',
    details:
      'It goes to the server of SMTP_URL at once, or to MAIL_FOLDER, from MAIL_FROM. What is said of a failure is what the service would log.',
    run: async (world, { ADDRESS: address }) => {
      if (!isEmail(address)) throw new BadUsage(`“${address}” is no e-mail address.`)
      const config = readConfig(world.environment)
      const { randomAlphanumerics } = await import('../../http/auth/random.ts')
      const { mailSiteOf } = await import('../../people/mail/mail.site.ts')
      const { testMail } = await import('../../people/mail/mail.templates.ts')
      const { keyLength } = await import('../../people/mail/mail.write.ts')
      const { transportOf } = await import('../../people/mail/mail.transport.ts')
      const transport = transportOf(config)
      if (!transport)
        throw new Error('No mails are sent here: set SMTP_URL, MAIL_FROM and SITE_URL (see docs/mail.md).')
      const mail = testMail(mailSiteOf(config), address)
      const key = randomAlphanumerics(keyLength)
      const said = await transport({ ...mail, key, at: secondsNow(world) }, AbortSignal.timeout(patience_ms))
      const { smtpUrl, mailFolder } = config
      world.print(
        smtpUrl === null || mailFolder !== ''
          ? `Written to ${said}`
          : `${smtpUrl.host}:${smtpUrl.port} has taken a mail to ${address}: ${said}`,
      )
    },
  }),
]
