import type { FastifyInstance } from 'fastify'

/**
 * Has the server closed only when all that handlers have begun has ended: one whose client has gone is at work all the same,
 * and may be about to ask the database. It looks after routes that are added from then on.
 */
export function awaitHandlers(server: FastifyInstance): void {
  const running = new Set<Promise<unknown>>()
  server.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function handle(request, reply) {
      const answering = handler.call(this, request, reply)
      // What is no promise is over.
      if (answering instanceof Promise) void look(answering)
      return answering
    }
  })
  const look = async (answering: Promise<unknown>) => {
    running.add(answering)
    // How it ends is for the server to tell.
    await answering.catch(() => {})
    running.delete(answering)
  }
  server.addHook('onClose', async () => {
    while (running.size > 0) await Promise.allSettled(running)
  })
}
