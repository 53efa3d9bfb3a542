import { Type, type StaticDecode } from 'typebox'
import type { DateExpression } from '../../pure/calendar/dateExpression.ts'
import { isObject } from '../../pure/params/lists.ts'
import { moment } from '../../pure/params/moments.ts'
import { wholeNumber } from '../../pure/params/numbers.ts'
import { Fault, isEmpty, parameter, quote, readParameter } from '../../pure/params/parameter.ts'

/** What limits what a phone tells at once. */
const limits = { arrivals: 1_000, device: 100, heads: 100_000, change: 1_000 } as const

/** Somebody was seen at the door, as it was told: by their id, or by their code. */
export interface Told {
  readonly named: number | string
  /** How many of the party are there. */
  readonly arrived: number
  /** When; undefined: now. */
  readonly at: Temporal.Instant | DateExpression | undefined
}

const device = parameter(
  Type.String({
    minLength: 1,
    maxLength: limits.device,
    description:
      'What the phone calls itself, always the same: by it one of several tellings of the same moment wins.',
  }),
  (sent): string => {
    const read = typeof sent === 'string' ? sent.toWellFormed().trim() : ''
    if (read === '' || read.length > limits.device || /\p{Cc}/u.test(read))
      throw new Fault(`must be a text of 1 to ${limits.device} characters, not ${quote(sent)}`)
    return read
  },
)

function readTold(sent: unknown): Told {
  if (!isObject(sent)) throw new Fault('must be an object with guest or code, and arrived')
  const { guest, code, arrived, at, ...others } = sent
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new Fault(`must have no member ${quote(unknown)}: it has guest, code, arrived and at`)
  const number = wholeNumber(arrived)
  if (number === undefined || number < 0 || number > limits.heads)
    throw new Fault(`must say in arrived how many of the party are there, not ${quote(arrived ?? null)}`)
  return { named: namedBy(guest ?? null, code ?? null), arrived: number, at: readMoment(at ?? null) }
}

function namedBy(guest: unknown, code: unknown): number | string {
  if (isEmpty(guest) === isEmpty(code)) throw new Fault('must name guest (an ID) or code, one of the two')
  if (typeof code === 'string' && code.length <= limits.device) return code
  const id = isEmpty(code) ? wholeNumber(guest) : undefined
  if (id === undefined || id < 1)
    throw new Fault(`must name a guest by ID, or by code, not ${quote(isEmpty(code) ? guest : code)}`)
  return id
}

/** ISO 8601 with its offset is exact to the millisecond; all else is read like any date. */
function readMoment(sent: unknown): Told['at'] {
  if (isEmpty(sent)) return undefined
  if (
    typeof sent === 'string' &&
    sent.length <= 40 &&
    /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)$/.test(sent)
  ) {
    try {
      return Temporal.Instant.from(sent)
    } catch {
      throw new Fault(`must say in at when that was, not ${quote(sent)}`)
    }
  }
  // The parameter reads what its type says.
  return readParameter(moment(''), sent) as DateExpression
}

const arrivals = parameter(
  Type.Array(
    Type.Object({
      guest: Type.Optional(Type.Integer({ minimum: 1, description: 'The ID of the guest; or else code.' })),
      code: Type.Optional(Type.String({ description: 'What the guest shows at the door.' })),
      arrived: Type.Integer({ minimum: 0, description: 'How many of the party are there.' }),
      at: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'When that was seen, best to the millisecond and with its offset; by default now.',
        }),
      ),
    }),
    { maxItems: limits.arrivals, description: 'Who was seen at the door.' },
  ),
  (sent): readonly Told[] => {
    if (isEmpty(sent)) return []
    if (!Array.isArray(sent) || sent.length > limits.arrivals)
      throw new Fault(`must be a list of at most ${limits.arrivals} arrivals`)
    return sent.map((one, index) => {
      try {
        return readTold(one)
      } catch (error) {
        throw error instanceof Fault ? new Fault(`[${index}] ${error.message}`) : error
      }
    })
  },
)

const headCount = parameter(
  Type.Union([Type.Integer({ minimum: 0, maximum: limits.heads }), Type.Null()], {
    description:
      'How many are there in all, also those without a name on the list; null: nobody has counted.',
  }),
  (sent): number | null => {
    if (isEmpty(sent)) return null
    const number = wholeNumber(sent)
    if (number === undefined || number < 0 || number > limits.heads)
      throw new Fault(`must be a whole number from 0 to ${limits.heads}, or null, not ${quote(sent)}`)
    return number
  },
)

const withoutName = parameter(
  Type.Integer({
    minimum: -limits.change,
    maximum: limits.change,
    description:
      'How many more than this phone had told before are there without a name on the list; fewer: below 0. Sent with an Idempotency-Key it counts once, and those who arrive count into head_count from then on.',
  }),
  (sent): number => {
    const number = wholeNumber(sent)
    if (number === undefined || Math.abs(number) > limits.change)
      throw new Fault(`must be a whole number from -${limits.change} to ${limits.change}, not ${quote(sent)}`)
    return number
  },
)

/** The parameters of telling who was seen at the door. */
export const arrivalsParams = Type.Object({
  device,
  arrivals: Type.Optional(arrivals),
  head_count: Type.Optional(headCount),
  without_name: Type.Optional(withoutName),
})
export type Arrivals = StaticDecode<typeof arrivalsParams>
