import type { TestApp } from './app.ts'

/** The same app, of which who is not signed in asks by a connection: answers are kept for these. */
export async function askedByConnection(asked: TestApp): Promise<TestApp> {
  const origin = await asked.app.server.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...asked,
    ask: async (what) => {
      if (what.as || what.headers || what.json) return asked.ask(what)
      const query = Object.entries(what.query ?? {}).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      const path = what.absolute ? what.path : `/vendor/events/v1/${what.path}`
      const asking = `${origin}${path}?${new URLSearchParams(query).toString()}`
      const answer = await fetch(asking, { redirect: 'manual' })
      // `text` would leave out the mark at the beginning of a table.
      const text = Buffer.from(await answer.arrayBuffer()).toString()
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: text, text }
    },
  }
}
