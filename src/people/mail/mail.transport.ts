import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import type { Sender, SmtpServer } from '../../config/config.readers.mail.ts'
import { DeliveryFault } from '../delivery/delivery.fault.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'
import { smtpFault } from './mail.faults.ts'
import { writeToFolder } from './mail.folder.ts'
import type { CalendarMessage } from './mail.write.ts'

/** Loaded when the first mail is sent: most processes of most calendars send none. */
const library = () => import('nodemailer')

/** A mail as it goes out. */
export interface OutgoingMail {
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The random part of its Message-ID. */
  readonly key: string
  readonly at: EpochSeconds
  /** Where answers go; empty or undefined: to the sender. */
  readonly replyTo?: string | undefined
  readonly calendar?: CalendarMessage | undefined
}

/** Hands over a mail; throws a {@link DeliveryFault}. Answers what the other side said, or where the file is. */
export type Transport = (mail: OutgoingMail, ended: AbortSignal) => Promise<string>

/** Where mails go, and from whom. */
export interface TransportSettings {
  readonly smtpUrl: SmtpServer | null
  readonly mailFrom: Sender | null
  readonly mailFolder: string
  readonly siteName: string
  readonly siteUrl: string
}

/** The sender of mails that are only written to a folder. */
const usualSender = 'calendar@localhost'

/** How long a server may take to be connected to, and to greet; and to answer anything else, in milliseconds. */
const patience_ms = { connecting: 15_000, answering: 30_000 }

/** What takes the mails of the settings; undefined where none are sent. Changing files of certificates takes effect at once. */
export function transportOf(settings: TransportSettings, patience = patience_ms): Transport | undefined {
  const { mailFolder, smtpUrl } = settings
  if (mailFolder !== '')
    return async (mail) => {
      const { createTransport } = await library()
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
        composed(settings, mail),
      )
      return writeToFolder(mailFolder, mail, message as Buffer)
    }
  if (smtpUrl === null) return undefined
  return (mail, ended) => handOver(settings, smtpUrl, { mail, ended, patience })
}

async function handOver(
  settings: TransportSettings,
  server: SmtpServer,
  { mail, ended, patience }: { mail: OutgoingMail; ended: AbortSignal; patience: typeof patience_ms },
): Promise<string> {
  const { createTransport } = await library()
  const { host, port, isEncrypted, starttls, login } = server
  const transport = createTransport({
    host,
    port,
    secure: isEncrypted,
    requireTLS: !isEncrypted && starttls === 'required',
    ignoreTLS: starttls === 'never',
    // Without it a server that offers no login would be given the mail without one.
    ...(login ? { auth: { user: login.user, pass: login.password }, forceAuth: true } : {}),
    ...(await trustIn(server)),
    name: URL.parse(settings.siteUrl)?.hostname,
    connectionTimeout: patience.connecting,
    greetingTimeout: patience.connecting,
    dnsTimeout: patience.connecting,
    socketTimeout: patience.answering,
  })
  const message = composed(settings, mail)
  try {
    const { response } = await transport.sendMail({ ...message, signal: ended })
    return response
  } catch (error) {
    throw smtpFault(error, { server, recipient: mail.to, sender: senderOf(settings).address })
  } finally {
    transport.close()
  }
}

async function trustIn({ ca }: SmtpServer): Promise<{ tls?: { ca: string[] } }> {
  if (ca === undefined) return {}
  try {
    return { tls: { ca: [...rootCertificates, await readFile(ca, 'utf8')] } }
  } catch (error) {
    throw new DeliveryFault(`The certificate that SMTP_URL names cannot be read: ${messageOf(error)}.`, {
      isOfAll: true,
      cause: error,
    })
  }
}

/** Who sends mails. */
export function senderOf({ mailFrom, siteName }: Pick<TransportSettings, 'mailFrom' | 'siteName'>): Sender {
  const { name = '', address = usualSender } = mailFrom ?? {}
  return { name: name === '' ? siteName : name, address }
}

function composed(settings: TransportSettings, mail: OutgoingMail): SendMailOptions {
  const from = senderOf(settings)
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    ...(mail.calendar ? { icalEvent: calendarPart(mail.calendar) } : {}),
    date: new Date(mail.at * 1000),
    // The same at every attempt: a mail that was taken twice is shown once.
    messageId: `<${mail.key}@${domainToASCII(domain) || domain}>`,
    // Programs that answer by themselves, such as notes of absence, leave it alone (RFC 3834; the other one is for Exchange).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** What programs for mail hand to calendars (RFC 6047): beside the texts, and as a file for those that look for one. */
function calendarPart({ method, text }: CalendarMessage): SendMailOptions['icalEvent'] {
  return { method, content: text, filename: 'invite.ics' }
}
