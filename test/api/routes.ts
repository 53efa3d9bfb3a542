import type { InjectOptions } from 'fastify'
import type { TestApp } from '../support/app.ts'

/** What may be done at one address of the service. */
export interface Endpoint {
  readonly method: NonNullable<InjectOptions['method']>
  /** Whole, with `{id}`, `{slug}` and the like in it. */
  readonly path: string
  /** The names of its parameters. */
  readonly params: readonly string[]
}

interface Index {
  readonly routes: Record<string, { readonly endpoints: readonly Described[] }>
}

interface Described {
  readonly methods: readonly Endpoint['method'][]
  readonly args: object
}

/** Every endpoint of the service, as its own index tells: below the namespaces and at the REST root. */
export async function endpointsOf(app: TestApp): Promise<Endpoint[]> {
  const { body } = await app.ask({ path: '/', absolute: true, headers: { accept: 'application/json' } })
  return Object.entries((body as Index).routes).flatMap(([pattern, { endpoints }]) =>
    endpoints.flatMap(({ methods, args }) =>
      methods.map((method) => ({
        method,
        path: pattern.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^)]*\))*\)/g, '{$1}'),
        params: Object.keys(args),
      })),
    ),
  )
}
