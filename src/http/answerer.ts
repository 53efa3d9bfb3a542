import { routesOf } from './routes.ts'
import { replyAs } from './reply.ts'
import type { Answering, AnswerCall } from './serving.ts'

/** Answers what is handed on to it. */
export function answererOf(answering: Answering): AnswerCall {
  const routes = new Map(routesOf(answering).map((route) => [route.url, route]))
  return async (call, caller) => {
    const route = routes.get(call.routeOptions.url ?? '')
    if (!route) throw new Error(`There is no route “${call.routeOptions.url}”.`)
    const reply = await answering.attempt(() => replyAs(answering, route, call, caller))
    if ('chunks' in reply) throw new Error('What may write is not answered with a stream.')
    return reply
  }
}
