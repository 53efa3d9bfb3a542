import { signal } from '@preact/signals'
import type { Foretold } from '../../../pure/params/guests.ts'
import { ask } from '../api.ts'

/** What leads back from something that was done. What it does throws what {@link ask} throws. */
export interface WayBack {
  readonly go: () => Promise<unknown>
  /** Whom that would tell what. */
  readonly tells: () => Promise<Foretold>
}

/** What guests are to be told of, where that is asked before it is gone back; undefined: nothing is asked. */
export const asked = signal<
  { readonly tells: Foretold; readonly onAnswer: (isYes: boolean) => void } | undefined
>(undefined)

/** What guests would be told if what is at the address were taken back, or some of its fields. */
export async function foretold(path: string, fields?: readonly string[]): Promise<Foretold> {
  const query = fields ? { fields } : {}
  return (await ask<{ readonly guests: Foretold }>(`${path}/guests`, { query })).body.guests
}

/** Whom it would tell what if what an import did were taken back. */
export const foretoldOfImport = (id: number): Promise<Foretold> => foretold(`imports/${id}/undo`)

/** The way back from what one address takes back. */
export function wayBackBy(path: string): WayBack {
  return {
    go: () => ask(path, { method: 'POST', json: {} }),
    tells: () => foretold(path),
  }
}

/** Goes back, after it was asked where guests are told of that; answers whether it was done. Throws what the way throws. */
export async function goBack({ go, tells }: WayBack): Promise<boolean> {
  // What keeps it from being foretold keeps it from being done, and is said then.
  const told = await tells().catch(() => [])
  if (told.length > 0 && !(await isWanted(told))) return false
  await go()
  return true
}

function isWanted(tells: Foretold): Promise<boolean> {
  return new Promise((resolve) => {
    asked.value = {
      tells,
      onAnswer: (isYes) => {
        asked.value = undefined
        resolve(isYes)
      },
    }
  })
}
