import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type SentStatement, STATEMENT_CHANNEL } from '../../../platform/store/statements.ts'
import { normalizeText } from '../statements/recorder.ts'

export interface Tracing {
  /** Sends what has not been sent. */
  stop(): Promise<void>
}

/** The running request. */
interface Traced {
  span: Span
  context: Context
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

const propagator = new W3CTraceContextPropagator()

const readPath = (url = ''): string => url.split('?', 1)[0] ?? ''

/** What the server published about the handler of a request. */
interface Handled {
  request: { raw: IncomingMessage }
  route: { url: string; method: string }
}

/**
 * Sends a span of each request, with its route, and of its statements, to a collector (OTLP over HTTP). They follow what the
 * runtime, the HTTP server and the pools of connections publish, and never contain queries of addresses or values of parameters.
 */
export function openTracing({ endpoint, name }: { endpoint: string; name: string }): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': name }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('office')
  const running = new AsyncLocalStorage<Traced>()
  const spans = new WeakMap<IncomingMessage, Span>()

  const begin = (message: unknown) => {
    const { request } = message as Exchange
    const path = readPath(request.url)
    const method = request.method ?? ''
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    const attributes = { 'http.request.method': method, 'url.path': path }
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    running.enterWith({ span, context: trace.setSpan(parent, span) })
  }
  const handle = (message: unknown) => {
    const { request, route } = message as Handled
    spans
      .get(request.raw)
      ?.updateName(`${request.raw.method} ${route.url}`)
      .setAttribute('http.route', route.url)
  }
  const finish = (message: unknown) => {
    const { request, response } = message as Exchange
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', response.statusCode)
    if (response.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
  const note = (message: unknown) => {
    const { text, took, hasFailed } = message as SentStatement
    const found = running.getStore()
    if (!found) return
    const end = Date.now()
    const query = normalizeText(text)
    const span = tracer.startSpan(
      (query.split(' ', 1)[0] ?? '').toUpperCase(),
      {
        kind: SpanKind.CLIENT,
        startTime: end - took,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': query },
      },
      found.context,
    )
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(end)
  }
  const listeners = [
    ['http.server.request.start', begin],
    ['tracing:fastify.request.handler:start', handle],
    ['http.server.response.finish', finish],
    [STATEMENT_CHANNEL, note],
  ] as const
  for (const [channel, listener] of listeners) subscribe(channel, listener)
  return {
    async stop() {
      for (const [channel, listener] of listeners) unsubscribe(channel, listener)
      // A collector that is away is no reason to fail the stop.
      await provider.shutdown().catch(() => undefined)
    },
  }
}
