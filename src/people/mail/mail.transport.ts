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
  /** Beside those of each mail. They are sent as they stand, each on one line. */
  readonly headers?: Readonly<Record<string, string>> | undefined
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

/** What takes letters, many after one another on one connection. */
export interface LettersTransport {
  readonly send: Transport
  /** Ends the connection: the next one opens another. */
  rest(): void
}

/** How many letters go over one connection: some servers end it after more. */
const lettersOnOne = 100

/** What takes the letters of the settings; undefined where no mails are sent. */
export function lettersTransportOf(
  settings: TransportSettings,
  patience = patience_ms,
): LettersTransport | undefined {
  const { mailFolder, smtpUrl } = settings
  if (mailFolder !== '' || smtpUrl === null) {
    const send = transportOf(settings, patience)
    return send && { send, rest: () => {} }
  }
  let open: ReturnType<typeof connectionTo> | undefined
  const rest = () => {
    // What could not be opened has told its fault to whoever sent.
    open?.then((connection) => connection.close()).catch(() => {})
    open = undefined
  }
  const pool = { pool: true, maxConnections: 1, maxMessages: lettersOnOne } as const
  const send: Transport = async (mail, ended) => {
    ended.addEventListener('abort', rest, { once: true })
    try {
      open ??= connectionTo(settings, smtpUrl, { patience, pool })
      const { response } = await (await open).sendMail({ ...composed(settings, mail), signal: ended })
      return response
    } catch (error) {
      const fault = faultOf(error, settings, { server: smtpUrl, mail })
      if (!fault.isOfRecipient) rest()
      throw fault
    } finally {
      ended.removeEventListener('abort', rest)
    }
  }
  return { send, rest }
}

function faultOf(
  error: unknown,
  settings: TransportSettings,
  { server, mail }: { readonly server: SmtpServer; readonly mail: OutgoingMail },
): DeliveryFault {
  if (error instanceof DeliveryFault) return error
  return smtpFault(error, { server, recipient: mail.to, sender: senderOf(settings).address })
}

async function handOver(
  settings: TransportSettings,
  server: SmtpServer,
  { mail, ended, patience }: { mail: OutgoingMail; ended: AbortSignal; patience: typeof patience_ms },
): Promise<string> {
  const transport = await connectionTo(settings, server, { patience })
  const message = composed(settings, mail)
  try {
    const { response } = await transport.sendMail({ ...message, signal: ended })
    return response
  } catch (error) {
    throw faultOf(error, settings, { server, mail })
  } finally {
    transport.close()
  }
}

async function connectionTo(
  { siteUrl }: TransportSettings,
  server: SmtpServer,
  { patience, pool = {} }: { readonly patience: typeof patience_ms; readonly pool?: object },
) {
  const { createTransport } = await library()
  const { host, port, isEncrypted, starttls, login } = server
  return createTransport({
    ...pool,
    host,
    port,
    secure: isEncrypted,
    requireTLS: !isEncrypted && starttls === 'required',
    ignoreTLS: starttls === 'never',
    // Without it a server that offers no login would be given the mail without one.
    ...(login ? { auth: { user: login.user, pass: login.password }, forceAuth: true } : {}),
    ...(await trustIn(server)),
    name: URL.parse(siteUrl)?.hostname,
    connectionTimeout: patience.connecting,
    greetingTimeout: patience.connecting,
    dnsTimeout: patience.connecting,
    socketTimeout: patience.answering,
  })
}

/** A header that mail programs look for: on one line, as signatures that cover it break where it is folded. */
function headerOf([key, text]: readonly [string, string]) {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  // Only the words before an address are encoded (RFC 2047, 5): by the address itself letters are sorted.
  const [, words = '', address = line] = /^([^<]*)(<[^<]*>)$/.exec(line) ?? []
  return { key, value: { prepared: true, foldLines: false, value: `${encodedWords(words)}${address}` } }
}

/** How many letters an encoded word has at most, so that it stays within 75 signs whatever they are. */
const lettersOfWord = 11

function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const letters = [...text.trim()]
  const words = Array.from({ length: Math.ceil(letters.length / lettersOfWord) }, (_, at) =>
    letters.slice(at * lettersOfWord, (at + 1) * lettersOfWord).join(''),
  )
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?= `).join('')
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
    headers: [
      { key: 'Auto-Submitted', value: 'auto-generated' },
      { key: 'X-Auto-Response-Suppress', value: 'All' },
      ...Object.entries(mail.headers ?? {}).map(headerOf),
    ],
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** What programs for mail hand to calendars (RFC 6047): beside the texts, and as a file for those that look for one. */
function calendarPart({ method, text }: CalendarMessage): SendMailOptions['icalEvent'] {
  return { method, content: text, filename: 'invite.ics' }
}
