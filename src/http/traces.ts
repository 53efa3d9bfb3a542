import type { Span, Tracer } from '@opentelemetry/api'

/** What spans are made by, and which one is the present one. */
interface Tracing {
  readonly tracer: Tracer
  readonly active: () => Span | undefined
}

let found: Tracing | undefined

/** Under which OpenTelemetry’s API keeps what an SDK has registered, in every package that has a copy of it. */
const registered = Symbol.for('opentelemetry.js.api.1')

/**
 * Looks whether an SDK of OpenTelemetry was started in this process, as by `node --import`: from then on requests are named in their spans,
 * and writes, the index and deliveries are spans within these. Without one nothing is loaded, and nothing done.
 */
export async function findTraces(version: string): Promise<void> {
  found = undefined
  if (!(registered in globalThis)) return
  const { trace } = await import('@opentelemetry/api')
  found = { tracer: trace.getTracer('kalends', version), active: () => trace.getActiveSpan() }
}

/** The span that a request is answered in. */
export interface RequestSpan {
  readonly trace_id: string
  readonly span_id: string
}

/** Names the span of the request that is being answered, by its route; undefined where there is none. */
export function nameSpan(method: string, route: string | undefined): RequestSpan | undefined {
  const span = found?.active()
  if (span === undefined) return undefined
  if (route !== undefined) {
    const pattern = route.replaceAll(/:(\w+)(?:\([^)]*\))?/g, '{$1}')
    span.setAttribute('http.route', pattern)
    span.updateName(`${method} ${pattern}`)
  }
  const { traceId, spanId } = span.spanContext()
  return { trace_id: traceId, span_id: spanId }
}

/** Does the work in a span of this name, which tells whether it failed; `told` notes what happens within it. */
export async function spanned<Result>(
  name: `kalends.${string}`,
  work: (told: (event: string) => void) => Promise<Result>,
): Promise<Result> {
  if (found === undefined) return work(() => {})
  return found.tracer.startActiveSpan(name, async (span) => {
    try {
      return await work((event) => span.addEvent(event))
    } catch (error) {
      span.setStatus({ code: failed, message: error instanceof Error ? error.name : 'error' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** `SpanStatusCode.ERROR` */
const failed = 2
