import type { TObject, TSchema } from 'typebox'
import { ApiError } from '../pure/errors/errors.ts'
import { Fault, readParameter } from '../pure/params/parameter.ts'
import { assertFewTags } from '../pure/params/tags.ts'
import type { Checked, Faults } from './resource.ts'
import type { Sent } from './sources.ts'
import { inTimeSlices } from './timeSlices.ts'

/** Parameters as read: the values that were accepted, and what was wrong with the others. */
export interface Decoded {
  readonly values: Readonly<Record<string, unknown>>
  /** Names that were sent, accepted or not. */
  readonly given: ReadonlySet<string>
  readonly faults: ReadonlyMap<string, Fault>
}

/**
 * Throws 400 `rest_missing_callback_param` naming every required parameter that is absent or null, in declaration order;
 * `hint` says why they may not have been found.
 */
export function assertRequired(declared: TObject, sent: Sent, hint: string | undefined): void {
  const missing = (declared.required ?? []).filter((name) => sent[name] === undefined || sent[name] === null)
  if (missing.length === 0) return
  throw new ApiError(
    'rest_missing_callback_param',
    { names: missing.join(', ') },
    { data: { params: missing }, hint },
  )
}

/** Reads every declared parameter that was sent; anything else that was sent is ignored. */
export function decode(declared: TObject, sent: Sent): Decoded {
  const decoding = new Decoding()
  for (const [name, schema] of Object.entries(declared.properties)) decoding.read(name, schema, sent)
  return decoding
}

/** As {@link decode}, for what may be long: others have their turn between the parameters. */
export async function decodeInTimeSlices(declared: TObject, sent: Sent): Promise<Decoded> {
  const decoding = new Decoding()
  await inTimeSlices(Object.entries(declared.properties), ([name, schema]) =>
    decoding.read(name, schema, sent),
  )
  return decoding
}

class Decoding implements Decoded {
  readonly values: Record<string, unknown> = {}
  readonly given = new Set<string>()
  readonly faults = new Map<string, Fault>()

  read(name: string, schema: TSchema, sent: Sent): void {
    if (sent[name] === undefined) return
    this.given.add(name)
    try {
      assertFewTags(sent[name])
      const value = readParameter(schema, sent[name])
      if (value === undefined) this.given.delete(name)
      else this.values[name] = value
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.faults.set(name, error)
    }
  }
}

/** Whether one of these parameters was sent and could not be read. */
export function isAnyUnread(
  { given, params }: { readonly given: ReadonlySet<string>; readonly params: object },
  ...names: readonly string[]
): boolean {
  return names.some((name) => given.has(name) && !(name in params))
}

/**
 * Throws 400 `rest_invalid_param` when anything was wrong. Values that were refused come first, all together, in
 * declaration order and without details; only when there are none are wrong types told, in the order of the request.
 */
export function assertAccepted(
  declared: readonly TObject[],
  decoded: readonly Decoded[],
  checked: Checked,
  sent: Sent,
): void {
  const found = Object.entries(checked).map(
    ([name, says]) => [name, typeof says === 'string' ? new Fault(says) : says] as const,
  )
  const faults = new Map([...found, ...decoded.flatMap(({ faults }) => [...faults])])
  const reasons = new Map<string, string>()
  for (const [name, fault] of faults) if (fault.kind === 'value') reasons.set(name, fault.message)
  const inOrder = declared.flatMap(({ properties }) => Object.keys(properties))
  if (reasons.size > 0) throw invalid(pick(inOrder, reasons))
  const types = new Map([...faults].map(([name, { message }]) => [name, message]))
  if (types.size > 0) throw invalid(pick(Object.keys(sent), types), typeDetails(types, Object.keys(sent)))
}

/** 400 `rest_invalid_param` for parameters found wrong after all the checks: by name, the end of “{name} …”. */
export function invalidParams(faults: Faults): ApiError {
  return invalid(faults)
}

function invalid(faults: Faults, details: unknown = []): ApiError {
  const params = Object.fromEntries(
    Object.entries(faults).map(([name, says]) => [name, sentence(name, says)]),
  )
  return new ApiError(
    'rest_invalid_param',
    { reasons: Object.values(params).join(' ') },
    { data: { params, details } },
  )
}

function typeDetails(types: ReadonlyMap<string, string>, order: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(pick(order, types)).map(([name, says]) => [
      name,
      { code: 'rest_invalid_type', message: sentence(name, says), data: { param: name } },
    ]),
  )
}

function pick(order: readonly string[], reasons: ReadonlyMap<string, string>): Faults {
  return Object.fromEntries(
    [...new Set(order)].flatMap((name) => {
      const says = reasons.get(name)
      return says === undefined ? [] : [[name, says]]
    }),
  )
}

function sentence(name: string, says: string): string {
  return /[.!?]$/.test(says) ? `${name} ${says}` : `${name} ${says}.`
}
