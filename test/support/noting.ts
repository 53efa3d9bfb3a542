import type { Database } from '../../src/storage/db/dialect.ts'

/** Puts around a database what notes each statement that reads beside transactions: as its tree, with all that it names. */
export function noting(statements: string[]) {
  return (db: Database): Database => {
    const read = db.read.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    return new Proxy(db, {
      get: (target, name) => (name === 'read' ? read : (Reflect.get(target, name) as unknown)),
    })
  }
}
