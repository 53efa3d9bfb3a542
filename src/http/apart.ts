import type { FastifyInstance } from 'fastify'

/**
 * Has every route that is declared from now on leave these paths alone, which the settings have given to what is there already.
 * Throws, with a sentence for who has set them, where a route is at one of them: one of the two could never be asked for.
 */
export function keepApart(server: FastifyInstance, paths: readonly string[]): void {
  server.addHook('onRoute', ({ url }) => {
    const taken = paths.find((path) => leadsTo(url, path))
    if (taken === undefined) return
    throw new Error(
      `By REST_ROOT and NAMESPACES the interface would be at ${taken}, but ${url} is an address of the service itself. Set them to others.`,
    )
  })
}

/** Whether a request for the path may be meant for the route. */
function leadsTo(route: string, path: string): boolean {
  const steps = route.split('/').map((step) => (step.startsWith(':') ? '[^/]+' : RegExp.escape(step)))
  return new RegExp(`^${steps.join('/').replace(/\\\*$/, '.*')}/?$`, 'i').test(path)
}
