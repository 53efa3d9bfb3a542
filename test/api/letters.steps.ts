import fc from 'fast-check'
import { isDigest, targets, wishes } from '../support/lettersModel.ts'

/** Who has themselves told. */
const names = ['gull', 'tern'] as const
export type Name = (typeof names)[number]
const who = fc.constantFrom(...names)
const wish = fc.constantFrom(...wishes)
const digest = fc.constantFrom(...targets.filter(isDigest))
const target = fc.constantFrom(...targets)
const minutes = fc.constantFrom(1, 6, 11, 300, 700, 1440, 2900, 8000)
const long = fc.constantFrom('week' as const, 'always' as const, undefined)
const status = fc.constantFrom('scheduled', 'canceled', 'postponed')
const server = fc.oneof(
  fc.record({ is: fc.constantFrom('up' as const, 'up' as const, 'away' as const) }),
  fc.record({ is: fc.constant('refuses' as const), who }),
)
const step = fc.oneof(
  { weight: 7, arbitrary: fc.record({ do: fc.constant('subscribe' as const), who, wish }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('ask' as const, 'confirm' as const), who, wish }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes }) },
  // Mostly to the moment at which a list of events is due.
  { weight: 6, arbitrary: fc.record({ do: fc.constant('due' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('block' as const), who, wish }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), who, target }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('change' as const), who, from: digest, to: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pause' as const), who, long }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('stop all' as const, 'erase' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('status' as const), to: status }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('letter' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('server' as const), to: server }) },
)
/** One thing that is done. */
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const back = fc
  .record({ do: fc.constant('pause' as const), who, long })
  .map((pause): Step[] => [pause, { ...pause, long: undefined }])
const goesAway: Step[] = [{ do: 'server', to: { is: 'away' } }, { do: 'due' }]
const isBack: Step[] = [
  { do: 'server', to: { is: 'up' } },
  { do: 'pass', minutes: 11 },
]

/** What is done while something waits as the mail server is away. */
const meanwhile = fc
  .oneof(back, fc.array(step, { minLength: 1, maxLength: 3 }))
  .map((deeds) => [goesAway, deeds, isBack].flat())
/** What may be done, in any order. */
export const steps = fc
  .array(fc.oneof({ weight: 12, arbitrary: step.map((one) => [one]) }, { weight: 2, arbitrary: meanwhile }), {
    minLength: 10,
    maxLength: 40,
    size: 'max',
  })
  .map((some) => some.flat())
