import { Type, type StaticDecode } from 'typebox'
import { can } from '../../http/auth/rights.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { noParams } from '../../pure/params/path.ts'
import { page } from '../../pure/params/numbers.ts'
import { countRedirects, redirectsFrom } from './redirects.query.ts'

/** Addresses that led to records, here before a slug changed or elsewhere before an import, and where they lead. */
export const redirectsRecord = Type.Object({
  redirects: Type.Array(
    Type.Object({
      path: Type.String({ description: 'The path, with its query, without the origin.' }),
      kind: Type.String({ description: 'The kind of the record that it leads to.' }),
      id: Type.Integer({ description: 'The ID of that record.' }),
    }),
    { description: 'By their paths.' },
  ),
  total: Type.Integer({ description: 'How many there are in all.' }),
  total_pages: Type.Integer({ description: 'How many pages of them.' }),
})

/** How many are on a page. */
const perPage = 1_000

const params = Type.Object({ page: Type.Optional(page) })

/** Lists old addresses, for whoever takes the calendar elsewhere: they name what is no longer public, too. */
export function redirectsResource({ db }: Pick<Context, 'db'>): Resource {
  const list: Endpoint<object, StaticDecode<typeof params>> = {
    methods: ['GET'],
    summary: 'List the old addresses that lead to records, for who may edit what others wrote.',
    operation: 'listRedirects',
    params,
    answer: { status: 200, says: `A page of them, of ${perPage} by their paths.`, schema: 'Redirects' },
    handle: async ({ params: { page = 1 } }) => {
      const total = await countRedirects(db.read)
      const rows = await redirectsFrom(db.read, (page - 1) * perPage, perPage)
      const redirects = rows.map(({ path, kind, record_id: id }) => ({ path, kind, id }))
      return { body: { redirects, total, total_pages: Math.ceil(total / perPage) } }
    },
  }
  return {
    path: '/redirects',
    pathParams: noParams,
    isExtension: true,
    endpoints: [list],
    lacks: async (caller) => (can(caller, 'edit_others') ? {} : { GET: 'edit_others' }),
  }
}
