import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isObject } from '../../pure/params/lists.ts'

/** The longest text of an answer, in characters: of a certificate of some kilobytes. */
const longest = 16_000

/** What a browser says of a passkey that it has made, as its `toJSON` has it; undefined for anything else. */
export function readMade(sent: unknown): RegistrationResponseJSON | undefined {
  const head = headOf(sent)
  const clientDataJSON = textOf(head?.response, 'clientDataJSON')
  const attestationObject = textOf(head?.response, 'attestationObject')
  if (!head || clientDataJSON === undefined || attestationObject === undefined) return undefined
  const { transports } = head.response
  const ways = Array.isArray(transports)
    ? transports.filter((way) => typeof way === 'string' && /^[a-z-]{1,20}$/.test(way)).slice(0, 8)
    : []
  const response = { clientDataJSON, attestationObject, transports: ways }
  return { ...headed(head.id), response }
}

/** What a browser says that has asked a passkey; undefined for anything else. */
export function readAnswer(sent: unknown): AuthenticationResponseJSON | undefined {
  const head = headOf(sent)
  const clientDataJSON = textOf(head?.response, 'clientDataJSON')
  const authenticatorData = textOf(head?.response, 'authenticatorData')
  const signature = textOf(head?.response, 'signature')
  const userHandle = textOf(head?.response, 'userHandle')
  if (!head || clientDataJSON === undefined || authenticatorData === undefined || signature === undefined)
    return undefined
  const response = {
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle === undefined ? {} : { userHandle }),
  }
  return { ...headed(head.id), response }
}

/** The question that an answer is to; undefined where it says none. */
export function challengeIn({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    return textOf(said, 'challenge') ?? ''
  } catch {
    return '' // No JSON: nothing that a browser has written.
  }
}

function headOf(sent: unknown): { id: string; response: Record<string, unknown> } | undefined {
  const id = textOf(sent, 'id')
  if (!isObject(sent) || id === undefined || !isObject(sent['response'])) return undefined
  return { id, response: sent['response'] }
}

function headed(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

/** All of them are in base64url, but for the question in what a browser has written. */
function textOf(sent: unknown, name: string): string | undefined {
  if (!isObject(sent)) return undefined
  const { [name]: value } = sent
  return typeof value === 'string' && value.length <= longest && /^[\w-]+$/.test(value) ? value : undefined
}
