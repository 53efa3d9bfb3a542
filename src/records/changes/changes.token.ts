import { createHash } from 'node:crypto'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'

/** A place in the log: behind one of its rows, or before all of them. */
export interface Place {
  readonly revision: number
  readonly kind: HistoryKind
  readonly id: number
  /** What was drawn at random for that row. */
  readonly mark: number
}

/** Before all rows: nothing had been changed yet. */
export const beginning: Place = { revision: 0, kind: 'event', id: 0, mark: 0 }

/** What stands for an installation in its tokens: the same for all of its processes, and of no use for anything else. */
export function installationOf(secret: Buffer): string {
  return createHash('sha256').update('changes').update(secret).digest('hex').slice(0, 12)
}

/** What a token says of a place: nothing of the record there, which nobody else may know of. */
export type Named = Pick<Place, 'revision' | 'mark'>

/** A place as a token: letters and digits that programs hand back as they are. */
export function tokenOf(installation: string, { revision, mark }: Named): string {
  return Buffer.from([installation, revision, mark].join('.')).toString('base64url')
}

const form = /^([0-9a-f]{12})\.(\d{1,15})\.(\d{1,16})$/

/** What a token says; undefined for what is no token. */
export function readToken(
  token: string,
): { readonly installation: string; readonly named: Named } | undefined {
  if (token.length > 100 || !/^[\w-]+$/.test(token)) return undefined
  const [, installation, revision, mark] = form.exec(Buffer.from(token, 'base64url').toString()) ?? []
  if (installation === undefined) return undefined
  const named = { revision: Number(revision), mark: Number(mark) }
  // A letter too many at the end is left out where base64 is read.
  return tokenOf(installation, named) === token ? { installation, named } : undefined
}
