import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { Reader } from './config.readers.ts'
import { isEmail } from '../pure/text/address.ts'

/** The server that mails are handed to. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** Whether the connection is encrypted from its first byte; else by STARTTLS, as far as `starttls` says. */
  readonly isEncrypted: boolean
  readonly starttls: 'required' | 'optional' | 'never'
  readonly login?: { readonly user: string; readonly password: string }
  /** The path of a file with certificates of authorities to be trusted beside the usual ones. */
  readonly ca?: string
}

/** Ports of RFC 8314, 7.3: the first is encrypted from the first byte, however the address is written. */
const ports = { encrypted: 465, submission: 587 }

const starttlsWords = ['required', 'optional', 'never'] as const
const parameters = new Set(['starttls', 'ca'])

/** `smtp://user:password@host:port?starttls=required&ca=/path`, or `smtps://…`; null for none. */
export const smtpServer: Reader<SmtpServer | null> = {
  takes:
    'empty, or an address such as smtps://user:password@mail.example.org or smtp://localhost:25, with starttls (required, optional, never) and ca as parameters; signs in a password are percent-encoded',
  read: (text) => {
    if (text === '') return null
    const url = URL.parse(text)
    if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || url.hash !== '') return undefined
    if (!/^\/?$/.test(url.pathname) || [...url.searchParams.keys()].some((name) => !parameters.has(name)))
      return undefined
    const [user, password] = [decoded(url.username), decoded(url.password)]
    if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined
    const host = url.hostname.replaceAll(/^\[|\]$/g, '')
    const port = url.port === '' ? undefined : Number(url.port)
    const isEncrypted = url.protocol === 'smtps:' || port === ports.encrypted
    const wish = url.searchParams.get('starttls')
    const starttls = starttlsWords.find((word) => word === wish)
    if (wish !== null && starttls === undefined) return undefined
    const ca = url.searchParams.get('ca')
    // A password goes over the network only where nobody can read it, unless that is asked for. Within this machine nobody listens,
    // and mail servers often have a certificate there that nobody trusts.
    const usual = isThisMachine(host) ? 'never' : user === '' ? 'optional' : 'required'
    return {
      host,
      port: port ?? (isEncrypted ? ports.encrypted : ports.submission),
      isEncrypted,
      starttls: starttls ?? usual,
      ...(user === '' ? {} : { login: { user, password } }),
      ...(ca ? { ca: resolve(ca) } : {}),
    }
  },
}

/** The sender of mails. */
export interface Sender {
  /** Empty for the name of the site. */
  readonly name: string
  readonly address: string
}

const takenSender =
  'empty, or an e-mail address such as calendar@example.org or City Calendar <calendar@example.org>'

/** An address, with a name before it or without; null for none. */
export const sender: Reader<Sender | null> = {
  takes: takenSender,
  read: (text) => {
    if (text === '') return null
    const [, quoted, bare = '', address = text] = /^(?:"([^"<>]*)"|([^"<>]*?))\s*<([^<>]+)>$/.exec(text) ?? []
    const name = quoted ?? bare
    return isEmail(address) && name.length <= 100 && !/\p{Cc}/u.test(name) ? { name, address } : undefined
  },
}

/** An e-mail address; empty for none. */
export const optionalEmail: Reader<string> = {
  takes: 'empty or an e-mail address',
  read: (text) => (text === '' || isEmail(text) ? text : undefined),
}

/** A folder by its absolute path; empty for none. */
export const optionalFolder: Reader<string> = {
  takes: 'empty or the path of a folder',
  read: (text) => (text === '' ? '' : resolve(text)),
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // It throws when the escapes are not valid text.
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
