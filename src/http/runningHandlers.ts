import type { FastifyInstance } from 'fastify'

/**
 * Makes the server’s `close` wait for all running handlers: one whose client has gone goes on working, and may be about to
 * query the database. It covers the routes that are added after this call.
 */
export function awaitHandlers(server: FastifyInstance): void {
  const running = new Set<Promise<unknown>>()
  server.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function handle(request, reply) {
      const answering = handler.call(this, request, reply)
      // A handler that answers no promise has ended.
      if (answering instanceof Promise) void look(answering)
      return answering
    }
  })
  const look = async (answering: Promise<unknown>) => {
    running.add(answering)
    // The server reports how it ends.
    await answering.catch(() => {})
    running.delete(answering)
  }
  server.addHook('onClose', async () => {
    while (running.size > 0) await Promise.allSettled(running)
  })
}
