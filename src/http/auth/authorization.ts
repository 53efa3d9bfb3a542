/** The credentials in an Authorization header. */
export type Presented =
  | { readonly scheme: 'basic'; readonly login: string; readonly password: string }
  | { readonly scheme: 'bearer'; readonly token: string }

/** Reads an Authorization header (RFC 7617, RFC 6750); undefined when it is of another scheme or cannot be decoded. */
export function readAuthorization(header: string): Presented | undefined {
  const [, scheme = '', credentials = ''] =
    /^\s*(basic|bearer) +([A-Za-z0-9+/._~-]+=*)\s*$/i.exec(header) ?? []
  if (scheme.toLowerCase() === 'bearer') return { scheme: 'bearer', token: credentials }
  return scheme === '' ? undefined : readBasic(credentials)
}

function readBasic(credentials: string): Presented | undefined {
  if (!/^[A-Za-z0-9+/]+=*$/.test(credentials)) return undefined
  const text = decodeUtf8(Buffer.from(credentials, 'base64'))
  // The first colon ends the login; a password may hold more of them.
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 0) return undefined
  return { scheme: 'basic', login: text.slice(0, colon), password: text.slice(colon + 1) }
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined // The decoder throws when it is not UTF-8.
  }
}
