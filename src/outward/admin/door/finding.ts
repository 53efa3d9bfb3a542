import { comparedCode } from '../../../pure/text/guestCode.ts'
import type { AtDoor } from '../guests/asks.ts'
import { compareTexts } from '../texts.ts'

/** A name as it is compared: without marks, in any case. */
const plainName = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether they have no place yet. */
const waits = ({ state }: AtDoor) => Number(state === 'waiting' || state === 'requested')

/** Those whose name has what is typed, or whose code begins so; who has a place first, then in the order of their names. */
export function found(guests: readonly AtDoor[], typed: string): readonly AtDoor[] {
  const [name, code] = [plainName(typed.trim()), comparedCode(typed)]
  const isIn = (guest: AtDoor) =>
    name === '' || plainName(guest.name).includes(name) || guest.code.startsWith(code)
  return guests
    .filter(isIn)
    .toSorted((one, other) => waits(one) - waits(other) || compareTexts(one.name, other.name))
}

/** Whose code was scanned: it is that of their own page, or the code itself. */
export async function scanned(guests: readonly AtDoor[], text: string): Promise<AtDoor | undefined> {
  const token = /\/registration\/([\w-]+)/.exec(text)?.[1]
  if (token === undefined) return guests.find(({ code }) => code === comparedCode(text))
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  const digest = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return guests.find(({ token_sha256: known }) => known === digest)
}
