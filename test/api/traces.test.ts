import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { context, type Context, type ContextManager, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, expect, test } from 'vitest'
import type { Answered } from '../../src/http/requestLog.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

/** What an SDK for Node brings along: which span is the present one, across what is waited for. */
class Contexts implements ContextManager {
  readonly #stored = new AsyncLocalStorage<Context>()
  active(): Context {
    return this.#stored.getStore() ?? ROOT_CONTEXT
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    at: Context,
    work: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#stored.run(at, () => work.call(self as never, ...args))
  }
  bind<T>(_at: Context, target: T): T {
    return target
  }
  enable(): this {
    return this
  }
  disable(): this {
    return this
  }
}

const exporter = new InMemorySpanExporter()

function startSdk(): void {
  context.setGlobalContextManager(new Contexts())
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
}

afterEach(() => {
  trace.disable()
  context.disable()
  exporter.reset()
  // As in a process in which nobody has registered anything.
  Reflect.deleteProperty(globalThis, Symbol.for('opentelemetry.js.api.1'))
})

/** Asks in a span of the request, as instrumentations of HTTP make one. */
async function askIn(app: TestApp, asked: Parameters<TestApp['ask']>[0]) {
  const tracer = trace.getTracer('test')
  return tracer.startActiveSpan(asked.method ?? 'GET', { kind: SpanKind.SERVER }, async (span) => {
    const answer = await app.ask(asked)
    span.end()
    return { answer, ...span.spanContext() }
  })
}

const event = { title: 'Concert', start_date: '2031-03-11 18:00', end_date: '2031-03-11 20:00' }

test('with an SDK a request is named by its route, and what it takes are spans within it', async () => {
  startSdk()
  const noted: Answered[] = []
  const app = await createTestApp({}, { noteRequest: (answered) => noted.push(answered) })
  const { id } = await app.create('events', event)
  exporter.reset()
  const read = await askIn(app, { path: `events/${id}` })
  const listed = await askIn(app, { path: 'events', query: { start_date: '2031-01-01' } })
  const written = await askIn(app, { as: 'administrator', method: 'POST', path: 'events', json: event })
  const missing = await askIn(app, { path: 'nothing-of-the-kind' })
  await app.close()
  const spans = exporter.getFinishedSpans()
  const spanOf = ({ spanId }: { spanId: string }) =>
    spans.find((span) => span.spanContext().spanId === spanId)
  const within = ({ spanId }: { spanId: string }) =>
    spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === spanId).map(({ name }) => name)
  expect(spanOf(read)).toMatchObject({
    name: 'GET /vendor/events/v1/events/{id}',
    attributes: { 'http.route': '/vendor/events/v1/events/{id}' },
  })
  expect(spanOf(written)?.name).toBe('POST /vendor/events/v1/events')
  expect(within(listed)).toContain('kalends.index')
  expect(within(written)).toContain('kalends.write')
  const write = spans.find(({ name }) => name === 'kalends.write')
  expect(write?.events.map(({ name }) => name)).toEqual(['begun'])
  expect(spanOf(missing)?.attributes).not.toHaveProperty('http.route')
  expect(noted).toContainEqual(
    expect.objectContaining({ method: 'POST', trace_id: written.traceId, span_id: written.spanId }),
  )
})

test('a kept answer is named by its route, too', async () => {
  startSdk()
  const app = await createTestApp()
  const address = await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  const url = `${address}/vendor/events/v1/venues`
  await (await fetch(url)).text()
  // As an instrumentation does it: the span is there before any listener of the server.
  const names: (string | undefined)[] = []
  const [emit] = [app.app.server.server.emit.bind(app.app.server.server)]
  app.app.server.server.emit = (name: string, ...rest: unknown[]) => {
    if (name !== 'request') return emit(name, ...rest)
    const span = trace.getTracer('test').startSpan('GET')
    return context.with(trace.setSpan(context.active(), span), () => {
      const [, response] = rest as [unknown, NodeJS.EventEmitter]
      response.once('close', () => {
        span.end()
        names.push(exporter.getFinishedSpans().at(-1)?.name)
      })
      return emit(name, ...rest)
    })
  }
  await (await fetch(url)).text()
  await expect.poll(() => names).toEqual(['GET /vendor/events/v1/venues'])
  await app.close()
})

test('a delivery is a span, and one that fails says so', async () => {
  startSdk()
  const receiver = createServer((_message, response) => response.writeHead(500).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const app = await createTestApp({ WEBHOOK_HOSTS: '127.0.0.1' })
  await app.create('webhooks', { url: `http://127.0.0.1:${port}/`, types: ['event.created'] })
  await app.create('events', event)
  await app.app.webhooks.sendDue()
  await app.close()
  receiver.close()
  const delivery = exporter.getFinishedSpans().find(({ name }) => name === 'kalends.delivery')
  expect(delivery?.status).toMatchObject({ code: 2 })
})

test('without one nothing is registered, loaded or told', async () => {
  const noted: Answered[] = []
  const app = await createTestApp({}, { noteRequest: (answered) => noted.push(answered) })
  await app.ask({ path: 'events' })
  await app.close()
  expect(Symbol.for('opentelemetry.js.api.1') in globalThis).toBe(false)
  expect(noted.every(({ trace_id, span_id }) => trace_id === undefined && span_id === undefined)).toBe(true)
})
