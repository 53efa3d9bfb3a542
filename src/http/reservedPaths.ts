import type { FastifyInstance } from 'fastify'

/**
 * Reserves paths that the settings have given to the interface: declaring a route at one of them afterwards throws, with a
 * sentence for the operator, as one of the two could never be reached.
 */
export function keepApart(server: FastifyInstance, paths: readonly string[]): void {
  server.addHook('onRoute', ({ url }) => {
    const taken = paths.find(matcherOf(url))
    if (taken === undefined) return
    throw new Error(
      `By REST_ROOT and NAMESPACES the interface would be at ${taken}, but ${url} is an address of the service itself. Set them to others.`,
    )
  })
}

/** Whether a route matches a path. */
export function matcherOf(route: string): (path: string) => boolean {
  const steps = route.split('/').map((step) => (step.startsWith(':') ? '[^/]+' : RegExp.escape(step)))
  const form = new RegExp(`^${steps.join('/').replace(/\\\*$/, '.*')}/?$`, 'i')
  return (path) => form.test(path)
}
