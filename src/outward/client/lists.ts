import { RequestFailed } from './failures.ts'

/** Asks an address below that of the calendar, and answers its JSON; throws {@link RequestFailed} for a refusal. */
export type Asking = (
  path: string,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
) => Promise<unknown>

/** What is asked of a list: parameters by their names; lists are joined by commas. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>

/** A query as the interface reads it. */
function queryOf(query: Query): URLSearchParams {
  const sent = Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, Array.isArray(value) ? value.join(',') : String(value)] as [string, string]],
  )
  return new URLSearchParams(sent)
}

/**
 * Every record of a list, each once, page after page by `next_rest_url`. Of that only the query is taken: the requests, with what signs
 * them in, go to the address that the client was made with.
 */
export async function* recordsOf(
  ask: Asking,
  path: string,
  { query = {}, signal }: { readonly query?: Query | undefined; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<unknown>()
  for (let next: URLSearchParams | undefined = queryOf(query); next;) {
    const page = await ask(path, next, signal)
    for (const record of listIn(page)) {
      const id = memberOf(record, 'id')
      // A page may begin with what the one before ended with, where something was made meanwhile.
      if (id !== undefined && seen.has(id)) continue
      seen.add(id)
      yield record
    }
    const url = memberOf(page, 'next_rest_url')
    next = typeof url === 'string' ? new URL(url).searchParams : undefined
  }
}

/** The records of a page: the one list that it has. */
function listIn(page: unknown): readonly unknown[] {
  if (Array.isArray(page)) return page
  const list =
    typeof page === 'object' && page !== null
      ? Object.values(page).find((one) => Array.isArray(one))
      : undefined
  if (!list) throw new RequestFailed(200, { message: 'The answer is no list.' })
  return list
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? value[name as keyof typeof value]
    : undefined
}
