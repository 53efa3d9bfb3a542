import { placesOf } from './places.ts'
import { replyAs } from './reply.ts'
import type { Answering, AnswerCall } from './serving.ts'

/** Answers what is handed on to it. */
export function answererOf(answering: Answering): AnswerCall {
  const places = new Map(placesOf(answering).map((place) => [place.url, place]))
  return async (call, caller) => {
    const place = places.get(call.routeOptions.url ?? '')
    if (!place) throw new Error(`There is no route “${call.routeOptions.url}”.`)
    const reply = await answering.attempt(() => replyAs(answering, place, call, caller))
    if ('chunks' in reply) throw new Error('What may write is not answered with a stream.')
    return reply
  }
}
