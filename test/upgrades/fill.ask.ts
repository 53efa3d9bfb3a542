/** Where the calendar is, and the login of its administrator, `login:password`. */
export interface Site {
  readonly origin: string
  readonly administrator: string
  /** The address that it says it has, and the mails that it has sent, as they came. */
  readonly site: string
  readonly mails: readonly string[]
}

/** What signs in there from then on, each `login:password` or a token or the value of a cookie. */
export interface Keys {
  readonly applicationPasswords: readonly string[]
  readonly passwords: readonly string[]
  readonly tokens: readonly string[]
  readonly sessions: readonly string[]
}

/** Where the interface is. */
export const root = '/vendor/events/v1'

/** How a request is sent: as `POST` unless something else is said. */
interface Asked {
  readonly as?: string | undefined
  readonly json?: object
  readonly body?: Uint8Array | FormData
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
}

/** What it answers; throws what was refused. */
export type Ask = (path: string, asked?: Asked) => Promise<Answer>

/** A record as it is sent: what is in it is for who asked. */
// oxlint-disable-next-line typescript/no-explicit-any -- of any release
type Answer = any

/** What asks the site, as its administrator unless somebody else is named. */
export function asker({ origin, administrator }: Site): Ask {
  return async (path, { as = administrator, json, body, headers = {}, method = 'POST' } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Basic ${Buffer.from(as).toString('base64')}`,
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(json ? { body: JSON.stringify(json) } : body === undefined ? {} : { body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return text === '' ? {} : JSON.parse(text)
  }
}

/** Whether the release has that address. */
export async function isKnown(ask: Ask, path: string): Promise<boolean> {
  return ask(path, { method: 'GET' }).then(
    () => true,
    (error: unknown) => !String(error).includes(': 404 ') && Promise.reject(error as Error),
  )
}
