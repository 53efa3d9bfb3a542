import { listUsers, type User } from '../../http/auth/users.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { fold } from '../../pure/text/fold.ts'
import type { Authors, ImportSource, SourceAuthor } from './imports.record.ts'

/** Whose records are, and which authors have no account here. */
export interface FoundAuthors extends Authors {
  /** The user for an author, by the name of the author at the source. */
  idOf(key: string | undefined): number
  /** Sentences on the authors that were asked for and have no account here. */
  notes(): readonly string[]
}

/**
 * The authors of a source: those that are mapped, then those with an account here that has their e-mail address or else their login,
 * as far as the source tells these.
 */
export async function authorsOf(
  db: Reader,
  source: Pick<ImportSource, 'authors'>,
  mapped: Authors,
): Promise<FoundAuthors> {
  const told = (await source.authors?.()) ?? []
  const users = told.length === 0 ? [] : await listUsers(db)
  const found = told.flatMap((author) => {
    const user = accountOf(author, users)
    return user ? [[author.id, user.id] as const] : []
  })
  const byKey = new Map([...found, ...mapped.byKey])
  const unknown = new Map<string, string>()
  const idOf = (key: string | undefined) => {
    const id = key === undefined ? undefined : byKey.get(key)
    const author = id === undefined ? told.find((each) => each.id === key) : undefined
    if (author) unknown.set(author.id, author.login || author.name)
    return id ?? mapped.otherwise
  }
  return { byKey, otherwise: mapped.otherwise, idOf, notes: () => notesOn(unknown) }
}

function accountOf({ email, login }: SourceAuthor, users: readonly User[]): User | undefined {
  const byEmail = email === '' ? undefined : users.find((user) => fold(user.email) === fold(email))
  return byEmail ?? (login === '' ? undefined : users.find((user) => fold(user.login) === fold(login)))
}

function notesOn(unknown: ReadonlyMap<string, string>): readonly string[] {
  if (unknown.size === 0) return []
  const named = [...unknown].map(([id, login]) => `${login} (${id})`)
  const shown = named.slice(0, mostNamed).join(', ')
  const more = named.length > mostNamed ? `, and ${named.length - mostNamed} more` : ''
  return [
    `These authors of the source have no account here, so what is theirs belongs to whoever imports: ${shown}${more}.`,
  ]
}

/** How many authors are named in a sentence. */
const mostNamed = 20
