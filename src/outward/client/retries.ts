/** How a request is repeated. */
export interface Repeating {
  readonly fetch: (request: Request) => Promise<Response>
  /** How often it is repeated at most. */
  readonly retries: number
  /** How long one try may take, in milliseconds. */
  readonly timeout_ms: number
  /** Ends all requests. */
  readonly signal: AbortSignal | undefined
}

/** Answers after which the same request may work a moment later. */
const passing = new Set([429, 502, 503, 504])

/** Whoever asks for a longer rest than this is told to the caller. */
const longestRest_ms = 60_000
const firstRest_ms = 500

/**
 * Sends a request, and sends it again where the connection failed or the answer says that it may work later, if it can be repeated: GET,
 * HEAD, PUT, DELETE, and POST and PATCH with their `Idempotency-Key`, which is drawn where there is none.
 */
export async function sendRepeatedly(sent: Request, repeating: Repeating): Promise<Response> {
  const request = keyed(sent)
  for (let repeats = 0; ; repeats += 1) {
    const outcome = await tryOnce(request, repeating)
    const isLast = repeats >= repeating.retries
    const rest_ms = outcome instanceof Response ? restAfter(outcome, request) : 0
    if (isLast || rest_ms === undefined || isAborted(request, repeating)) return answerOf(outcome)
    const wait_ms = rest_ms || firstRest_ms * 2 ** repeats * (0.5 + Math.random() / 2)
    if (wait_ms > longestRest_ms) return answerOf(outcome)
    if (outcome instanceof Response) await outcome.body?.cancel()
    await rest(wait_ms, signalsOf(request, repeating))
  }
}

/** One try; an error of the connection is answered, not thrown. */
async function tryOnce(
  request: Request,
  repeating: Repeating,
): Promise<Response | { readonly error: unknown }> {
  const signal = AbortSignal.any([
    ...signalsOf(request, repeating),
    AbortSignal.timeout(repeating.timeout_ms),
  ])
  try {
    return await repeating.fetch(new Request(request.clone(), { signal }))
  } catch (error) {
    return { error }
  }
}

function answerOf(outcome: Response | { readonly error: unknown }): Response {
  if (outcome instanceof Response) return outcome
  throw outcome.error
}

function keyed(request: Request): Request {
  if (!isKeyed(request) || request.headers.has(keyName)) return request
  const headers = new Headers(request.headers)
  headers.set(keyName, `"${crypto.randomUUID()}"`)
  return new Request(request, { headers })
}

const keyName = 'Idempotency-Key'

function isKeyed({ method }: Request): boolean {
  return method === 'POST' || method === 'PATCH'
}

/** How long to rest after an answer, in milliseconds; 0: as long as one likes; undefined: it is the answer. */
function restAfter(answer: Response, request: Request): number | undefined {
  const says = answer.headers.get('Retry-After')
  // The same write is being carried out: the try before was cut off, and its answer comes.
  const isRunning = answer.status === 409 && isKeyed(request) && says !== null
  if (!passing.has(answer.status) && !isRunning) return undefined
  if (says === null) return 0
  const now = new Date().getTime()
  const seconds = /^\d+$/.test(says) ? Number(says) : (Date.parse(says) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0
}

function signalsOf(request: Request, { signal }: Repeating): AbortSignal[] {
  return signal ? [signal, request.signal] : [request.signal]
}

function isAborted(request: Request, repeating: Repeating): boolean {
  return signalsOf(request, repeating).some(({ aborted }) => aborted)
}

async function rest(wait_ms: number, signals: AbortSignal[]): Promise<void> {
  const signal = AbortSignal.any(signals)
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, wait_ms)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}
