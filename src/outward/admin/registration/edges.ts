import type { Registration, Typed } from './form.ts'

/** Units in which one says how long before the start, in minutes. */
export const units = { minutes: 1, hours: 60, days: 1440 } as const
export type Unit = keyof typeof units

/** When registration opens or closes: as it comes, so long before the start, or at a moment. */
export interface Edge {
  readonly is: 'usual' | 'before' | 'at'
  readonly amount: string
  readonly unit: Unit
  /** As `2031-03-11T18:00`, on the clock of the event. */
  readonly at: string
}

/** Which of the two. */
export type EdgeName = 'opens' | 'closes'

const blank = { amount: '2', unit: 'hours', at: '' } as const

/** When it opens or closes, as it is entered. */
export function edgeOf(form: Registration, name: EdgeName): Edge {
  const minutes = form[`${name}_before`]
  if (minutes !== null && minutes !== undefined) return { ...blank, is: 'before', ...spoken(minutes) }
  const at = form[name]
  return at === null
    ? { ...blank, is: 'usual' }
    : { ...blank, is: 'at', at: at.slice(0, 16).replace(' ', 'T') }
}

/** Minutes in the largest unit of which they are whole. */
function spoken(minutes: Typed): Pick<Edge, 'amount' | 'unit'> {
  if (typeof minutes === 'string') return { amount: minutes, unit: 'minutes' }
  const names = ['days', 'hours'] as const
  const unit = names.find((one) => minutes > 0 && minutes % units[one] === 0) ?? 'minutes'
  return { amount: String(minutes / units[unit]), unit }
}

/** The same as it is stored. */
export function edgeSaid(name: EdgeName, { is, amount, unit, at }: Edge): Partial<Registration> {
  const minutes = isWhole(amount) ? Number(amount) * units[unit] : amount
  // A moment takes the place of what was said before the start, unless it is that.
  if (is === 'at') return { [name]: at.replace('T', ' '), [`${name}_before`]: undefined }
  return { [name]: null, [`${name}_before`]: is === 'before' ? minutes : null }
}

/** Whether a whole number was typed, not below zero. */
export const isWhole = (typed: string) => /^\d+$/.test(typed.trim())
