import { Type, type TObject } from 'typebox'
import { type Caller, can, forbidden } from '../../http/auth/rights.ts'
import { ApiError, type RefusalCode } from '../../pure/errors/errors.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Ask, Endpoint } from '../../http/resource.ts'
import { wpContext } from '../../pure/params/contexts.ts'
import { word } from '../../pure/params/texts.ts'
import type { Context } from '../../http/context.ts'
import { bySlug, type BySlug, noParams } from '../../pure/params/path.ts'
import { wpStatuses, wpTaxonomies, wpTypes } from './wp.kinds.ts'
import { wpSearchResource } from './wp.search.routes.ts'

interface Read {
  readonly context?: 'view' | 'embed' | 'edit'
  readonly type?: string
}

/** What can be looked up below `wp/v2` by its name: kinds of posts, kinds of terms, statuses. */
interface Lookup {
  readonly path: 'types' | 'taxonomies' | 'statuses'
  readonly schema: string
  readonly schemas: string
  readonly summary: readonly [all: string, one: string]
  readonly all: (ask: Pick<Ask<unknown, Read>, 'site' | 'caller' | 'params'>) => Record<string, object>
  /** The refusal for a name of none; throws another one where there is one that the caller may not see. */
  readonly unknown: (name: string, caller: Caller) => RefusalCode
}

const lookups: readonly Lookup[] = [
  {
    path: 'types',
    schema: 'WpType',
    schemas: 'WpTypes',
    summary: ['List the kinds of posts, by name.', 'Read a kind of posts.'],
    all: ({ site, params }) => wpTypes(site, params.context === 'edit'),
    unknown: () => 'rest_type_invalid',
  },
  {
    path: 'taxonomies',
    schema: 'WpTaxonomy',
    schemas: 'WpTaxonomies',
    summary: ['List the kinds of terms, by name.', 'Read a kind of terms.'],
    all: ({ site, params }) => wpTaxonomies(site, params.context === 'edit', params.type),
    unknown: () => 'rest_taxonomy_invalid',
  },
  {
    path: 'statuses',
    schema: 'WpStatus',
    schemas: 'WpStatuses',
    summary: ['List the statuses that the reader may know of, by name.', 'Read a status.'],
    all: ({ site, caller, params }) =>
      wpStatuses(site, { mayWrite: can(caller, 'edit_own'), isToEdit: params.context === 'edit' }),
    unknown: (name, caller) => {
      if (/^(?:future|draft|pending|private|trash)$/.test(name) && !can(caller, 'edit_own'))
        throw forbidden(caller, 'edit_own', 'rest_cannot_read_status')
      return 'rest_status_invalid'
    },
  },
]

const lacks = async () => ({})

const context = Type.Optional(
  wpContext('With “edit”, who may write reads what editors of WordPress want to know, too.'),
)

/** Kinds of posts and terms, statuses, and the search of all of them, where clients of WordPress look for what a site has before all else. */
export function wpKindResources(all: Context): RootResource[] {
  const found = lookups.flatMap((lookup): RootResource[] => {
    const path = `/${wpNamespace}/${lookup.path}`
    return [
      { namespace: wpNamespace, path, pathParams: noParams, endpoints: [listEndpoint(lookup)], lacks },
      {
        namespace: wpNamespace,
        path: `${path}/{slug}`,
        pathParams: bySlug,
        endpoints: [readEndpoint(lookup)],
        lacks,
      },
    ]
  })
  return [...found, wpSearchResource(all)]
}

function listEndpoint(lookup: Lookup): Endpoint<object, Read> {
  const declared: TObject =
    lookup.path === 'taxonomies'
      ? Type.Object({
          context,
          type: Type.Optional(word('Keep the kinds of terms that this kind of posts has.')),
        })
      : Type.Object({ context })
  return {
    methods: ['GET'],
    summary: lookup.summary[0],
    operation: `list${lookup.schemas}`,
    params: declared,
    answer: { status: 200, says: 'Each by its name.', schema: lookup.schemas },
    handle: async (ask) => {
      assertMayEdit(ask)
      return { body: lookup.all(ask), holdsUntil: Infinity }
    },
  }
}

function readEndpoint(lookup: Lookup): Endpoint<BySlug, Read> {
  return {
    methods: ['GET'],
    summary: lookup.summary[1],
    operation: `get${lookup.schema}`,
    params: Type.Object({ context }),
    answer: { status: 200, says: 'What is known of it.', schema: lookup.schema },
    handle: async (ask) => {
      const { slug: name } = ask.path
      const all = new Map(Object.entries(lookup.all(ask)))
      const body = all.get(name)
      if (!body) throw new ApiError(lookup.unknown(name, ask.caller), { name })
      assertMayEdit(ask)
      return { body, holdsUntil: Infinity }
    },
  }
}

/** Throws 403 (401 for the anonymous) where something is read to be edited by who may write nothing. */
function assertMayEdit({ params, caller }: Pick<Ask<unknown, Read>, 'params' | 'caller'>): void {
  if (params.context === 'edit' && !can(caller, 'edit_own'))
    throw forbidden(caller, 'edit_own', 'rest_cannot_view')
}
