import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OwnType } from '../../src/fields/own/declaration.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fewRuns } from '../support/runs.ts'
import { times } from './own.fixture.ts'

/** What may be done to the fields of a calendar, and to what its events say of them. */
type Step =
  | {
      readonly does: 'declare'
      readonly field: number
      readonly type: OwnType
      readonly isPublic: boolean
    }
  | { readonly does: 'remove'; readonly field: number }
  | { readonly does: 'drop'; readonly field: number; readonly to: 'b' | null }
  | {
      readonly does: 'write'
      readonly event: number
      readonly values: readonly (readonly [number, unknown])[]
    }
  | { readonly does: 'clear'; readonly event: number }
  | { readonly does: 'undo'; readonly event: number }

const options = ['a', 'b', 'c'].map((value) => ({ value }))
const types: readonly OwnType[] = ['text', 'number', 'choice', 'choices', 'boolean', 'link', 'date']

const anyValue = fc.oneof(
  fc.constantFrom(
    null,
    '',
    'a',
    'b',
    'c',
    'a,b',
    true,
    false,
    0,
    6,
    -1.5,
    '7',
    '2031-05-01',
    'https://example.org/',
  ),
  fc.constant(['c', 'a']),
)
const field = fc.nat(4)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('declare' as const),
      field,
      type: fc.constantFrom(...types),
      isPublic: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), field }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('drop' as const),
      field,
      to: fc.constantFrom('b' as const, null),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('write' as const),
      event: fc.nat(1),
      values: fc.array(fc.tuple(field, anyValue), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('clear' as const), event: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('undo' as const), event: fc.nat(1) }) },
)

/** A field of the model. */
interface Field {
  readonly type: OwnType
  readonly isPublic: boolean
  options: string[]
}

/** What a value becomes; undefined for none, and a text where it does not fit. */
function read({ type, options: all }: Field, value: unknown): { readonly value: unknown } | 'refused' {
  if (value === null || value === '') return { value: undefined }
  const isIn = (one: unknown) => typeof one === 'string' && all.includes(one)
  const isText = typeof value === 'string'
  const number = isText || typeof value === 'number' ? Number(value) : Number.NaN
  const list: unknown[] = Array.isArray(value) ? value : isText ? value.split(',') : [value]
  const takes: Readonly<Record<OwnType, readonly [fits: boolean, value: unknown]>> = {
    text: [isText || typeof value === 'number', typeof value === 'number' ? String(value) : value],
    number: [Number.isFinite(number), number],
    choice: [isIn(value), value],
    choices: [list.every(isIn), all.filter((one) => list.includes(one))],
    boolean: [typeof value === 'boolean' || value === 0, value === true],
    link: [isText && value.startsWith('https:'), value],
    date: [value === '2031-05-01', value],
  }
  const [fits, said] = takes[type]
  return fits ? { value: said } : 'refused'
}

class Model {
  readonly fields = new Map<string, Field>()
  readonly events: Map<string, unknown>[] = [new Map(), new Map()]
  /** What each event was before its last write, if that has changed it. */
  readonly before: (ReadonlyMap<string, unknown> | undefined)[] = [undefined, undefined]
}

async function play(app: TestApp, steps: readonly Step[]): Promise<void> {
  const model = new Model()
  const ids = [
    await app.create('events', { title: 'A', ...times }),
    await app.create('events', { title: 'B', ...times }),
  ].map(({ id }) => id as number)
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, json: object = {}) =>
    app.ask({ method, path, as: 'administrator', json })
  for (const step of steps) {
    await one(step)
    await same()
  }

  async function one(step: Step): Promise<void> {
    if (step.does === 'declare') {
      const name = `f${step.field}`
      const { type, isPublic } = step
      const isChoice = type === 'choice' || type === 'choices'
      const { status } = await send('POST', 'fields', {
        name,
        type,
        label: name,
        public: isPublic,
        ...(isChoice ? { options } : {}),
      })
      expect(status).toBe(model.fields.has(name) ? 409 : 201)
      if (status === 201) model.fields.set(name, { type, isPublic, options: isChoice ? ['a', 'b', 'c'] : [] })
    } else if (step.does === 'remove') {
      const name = `f${step.field}`
      const { status } = await send('DELETE', `fields/${name}?force=true`)
      expect(status).toBe(model.fields.has(name) ? 200 : 404)
      for (const [at, event] of model.events.entries()) if (event.delete(name)) model.before[at] = undefined
      model.fields.delete(name)
    } else if (step.does === 'drop') {
      const name = `f${step.field}`
      const known = model.fields.get(name)
      if (!known?.options.includes('a')) return
      const left = known.options.filter((value) => value !== 'a')
      const { status, text } = await send('PATCH', `fields/${name}`, {
        options: left.map((value) => ({ value })),
        replace: { a: step.to },
      })
      expect(status, text).toBe(200)
      known.options = left
      for (const [at, event] of model.events.entries()) {
        const value = event.get(name)
        if (value === undefined || !(value === 'a' || (Array.isArray(value) && value.includes('a')))) continue
        const list: unknown[] = Array.isArray(value) ? value : [value]
        const changed = left.filter((each) => list.includes(each) || each === step.to)
        if (changed.length === 0) event.delete(name)
        else event.set(name, known.type === 'choices' ? changed : changed[0])
        model.before[at] = undefined
      }
    } else if (step.does === 'write') {
      const sent = Object.fromEntries(step.values.map(([at, value]) => [`f${at}`, value]))
      const reads = Object.entries(sent).map(([name, value]) => {
        const known = model.fields.get(name)
        return [name, known ? read(known, value) : value === null ? { value: undefined } : 'refused'] as const
      })
      const { status, text } = await send('PATCH', `events/${ids[step.event]}`, { fields: sent })
      const isRefused = reads.some(([, one_]) => one_ === 'refused')
      expect([status, isRefused ? 400 : 200], text).toEqual([isRefused ? 400 : 200, isRefused ? 400 : 200])
      if (!isRefused)
        set(step.event, (event) => {
          for (const [name, said] of reads) {
            if (said === 'refused') continue
            if (said.value === undefined) event.delete(name)
            else event.set(name, said.value)
          }
        })
    } else if (step.does === 'clear') {
      expect((await send('PATCH', `events/${ids[step.event]}`, { fields: null })).status).toBe(200)
      set(step.event, (event) => event.clear())
    } else {
      const was = model.before[step.event]
      if (was === undefined) return
      const { history } = await app.read(`events/${ids[step.event]}/history`, {}, 'administrator')
      const { status, text } = await send(
        'POST',
        `events/${ids[step.event]}/history/${history[0].revision}/undo`,
      )
      expect(status, text).toBe(200)
      model.events[step.event] = new Map(was)
      model.before[step.event] = undefined
    }
  }

  function set(at: number, change: (event: Map<string, unknown>) => void): void {
    const event = model.events[at] ?? new Map<string, unknown>()
    const was = new Map(event)
    change(event)
    const text = (one: ReadonlyMap<string, unknown>) =>
      JSON.stringify([...one].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (text(was) !== text(event)) model.before[at] = was
  }

  /** Whoever edits reads all of it, everybody what is public, and in custom_fields the same. */
  async function same(): Promise<void> {
    for (const [at, event] of model.events.entries()) {
      const all = Object.fromEntries(event)
      const open = Object.fromEntries([...event].filter(([name]) => model.fields.get(name)?.isPublic))
      const [edited, seen] = [
        await app.read(`events/${ids[at]}`, { context: 'edit' }, 'editor'),
        await app.read(`events/${ids[at]}`),
      ]
      expect([edited.fields ?? {}, seen.fields ?? {}]).toEqual([all, open])
      expect(Object.keys(seen.custom_fields)).toEqual(Object.keys(seen.fields ?? {}))
    }
  }
}

test('whatever is declared, said, removed and taken back, records say what was said last of what there is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 16 }), async (steps) => {
      const app = await createTestApp()
      try {
        await play(app, steps)
      } finally {
        await app.close()
      }
    }),
    { numRuns: fewRuns(40) },
  )
}, 240_000)
