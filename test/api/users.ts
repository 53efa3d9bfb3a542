import type { Role } from '../../src/storage/schema/tables.ts'
import type { Answered, TestApp } from '../support/app.ts'

interface Sent {
  readonly as?: Role | undefined
  readonly query?: Readonly<Record<string, unknown>>
  readonly json?: object
}

/** Asks the users of an app, at an address below theirs. */
export function usersOf(app: () => TestApp) {
  return (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    at = '',
    { as, ...others }: Sent = {},
  ): Promise<Answered> =>
    app().ask({ ...(as ? { as } : {}), method, path: `/wp/v2/users${at}`, absolute: true, ...others })
}

/** What a refusal says, as status and code. */
export const refusal = ({ status, body }: Pick<Answered, 'status' | 'body'>) => `${status} ${body.code}`
