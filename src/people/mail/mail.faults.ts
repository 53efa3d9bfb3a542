import type { SmtpServer } from '../../config/config.readers.mail.ts'
import { DeliveryFault } from '../delivery/delivery.fault.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'

/** What the library tells of an error (its `NodemailerError`). */
interface SmtpError {
  readonly code?: string
  /** The code that the system gave it before the library gave it its own. */
  readonly originalCode?: string
  readonly timeoutType?: string
  readonly command?: string
  /** What the server said. */
  readonly response?: string
  readonly responseCode?: number
}

/** What a fault is about. */
interface Attempted {
  readonly server: SmtpServer
  readonly recipient: string
  readonly sender: string
}

/**
 * The fault for an error of handing over a mail, with a sentence that says what was wrong and what would be right. What the server
 * says is repeated without the recipient's address.
 */
export function smtpFault(error: unknown, attempted: Attempted): DeliveryFault {
  const { server, recipient, sender } = attempted
  // Only whoever throws knows what it is; what the library throws has these.
  const told = (error instanceof Error ? error : {}) as SmtpError
  const said = told.response?.replaceAll(recipient, '…').replaceAll(/[\p{Cc}\s]+/gu, ' ')
  const isRefusal = (told.responseCode ?? 0) >= 500
  if (told.code === 'EENVELOPE' && told.command === 'RCPT TO')
    return new DeliveryFault(`${nameOf(server)} refuses the recipient: ${said}`, {
      isFinal: isRefusal,
      isOfRecipient: isRefusal,
      cause: error,
    })
  if (told.code === 'EENVELOPE' && said === undefined)
    return new DeliveryFault('The address of the recipient is none that mails can be sent to.', {
      isFinal: true,
      isOfRecipient: true,
      cause: error,
    })
  if (told.code === 'EENVELOPE' && told.command === 'MAIL FROM')
    return new DeliveryFault(`${nameOf(server)} refuses the sender ${sender} (MAIL_FROM): ${said}`, {
      isOfAll: true,
      cause: error,
    })
  if (told.code === 'EMESSAGE' || told.code === 'EENVELOPE')
    return new DeliveryFault(`${nameOf(server)} refuses the message: ${said ?? messageOf(error)}`, {
      isFinal: isRefusal,
      cause: error,
    })
  return new DeliveryFault(sentenceFor(server, told, said ?? messageOf(error)), {
    isOfAll: true,
    cause: error,
  })
}

function nameOf({ host, port }: SmtpServer): string {
  return `The mail server ${host}:${port}`
}

/** Reasons of Node for not trusting a certificate, by what their codes or messages say. */
const untrusted = /certificate|CERT_|_CERT|altname|UNABLE_TO_VERIFY|SELF_SIGNED/i
const notEncrypted = /wrong version number|EPROTO|packet length too long|http request/i
const noAnswer = /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timed out/

function sentenceFor(server: SmtpServer, told: SmtpError, said: string): string {
  const { host, login, isEncrypted } = server
  const code = `${told.code ?? ''} ${told.originalCode ?? ''}`
  const name = nameOf(server)
  if (told.code === 'EAUTH')
    return `${name} refuses the login “${login?.user ?? ''}” or its password: ${said}`
  if (code.includes('ECONNREFUSED'))
    return `${name} refuses connections: is it running, and is that its port? Usual are 465 (smtps://), 587 and 25 (smtp://).`
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(code)) return `The host ${host} of the mail server is not known here.`
  if (told.timeoutType === 'GREETING_TIMEOUT')
    return isEncrypted
      ? `${name} takes connections, but says nothing.`
      : `${name} takes connections, but says nothing: it may expect encryption from the first byte. Then write smtps:// instead of smtp://.`
  if (told.code === 'ABORT_ERR' || told.code === 'EABORT' || noAnswer.test(`${code} ${said}`))
    return `${name} does not answer in time: is that its port, and does no firewall keep it from being reached?`
  if (notEncrypted.test(`${code} ${said}`))
    return `${name} does not speak TLS from the first byte: write smtp:// instead of smtps://, which encrypts by STARTTLS.`
  if (untrusted.test(`${code} ${said}`))
    return `The certificate of the mail server ${host}:${server.port} is not trusted (${said}). “?ca=” of SMTP_URL names the certificate of an authority of your own.`
  if (told.command === 'STARTTLS' && told.responseCode !== undefined)
    return `${name} offers no encryption (STARTTLS), and a password must not be sent without: write smtps://, or “?starttls=never” within your own walls. It said: ${said}`
  if (told.code === 'ECONNECTION' || told.code === 'ESOCKET' || told.code === 'ETLS')
    return `${name} has broken off the connection (${said}).`
  return `${name} cannot be used: ${said}`
}
