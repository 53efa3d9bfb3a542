import type { Columns } from './columns.ts'
import type { Filters } from './filters.ts'
import { hasAny } from './hits.ts'
import type { Changed } from './snapshot.ts'

/** How far the revision has come, and what was said of its transactions: the row of `revision`. */
export interface Reached {
  readonly number: number
  readonly narrow: number
  readonly wide: number
}

/** From one revision to another in which nothing that is shown was touched but events. */
interface Step extends Changed {
  readonly main: Columns
  readonly from: number
  readonly to: number
}

/**
 * What an answer is made of that is no setting, and stands in no table that `widening` names: the events and terms that it shows, and
 * by what the events were chosen that it counts or puts in order, or of which it says whether there are any. Nothing of the sort is an answer that events do not touch.
 */
export interface Dependence {
  readonly shown?: readonly number[]
  readonly terms?: readonly number[]
  readonly chosenBy?: readonly Filters[]
}

/** What it takes, in bytes. */
export function sizeOf({ shown = [], terms = [], chosenBy = [] }: Dependence): number {
  const values = chosenBy.flatMap((filters): unknown[] => Object.values(filters))
  const lists = values.filter((value) => Array.isArray(value))
  return 512 + 16 * [shown, terms, ...lists].reduce((sum, { length }) => sum + length, 0)
}

/** How many steps are remembered, and how many events one may have touched: an answer that is older is made anew. */
const mostSteps = 64
const mostTouched = 64

/** The steps that the index has taken lately: by them an answer is known to be what it would be if it were made now. */
export class Steps {
  #reached: Reached | undefined
  #steps: Step[] = []

  /** The revision that the steps have come to. */
  get revision(): number | undefined {
    return this.#reached?.number
  }

  /** The index has come to there; without `changed`, or where more than events was touched, no answer from before is known to hold. */
  add(reached: Reached, main: Columns, changed: Changed | undefined): void {
    const before = this.#reached
    this.#reached = reached
    if (!before || before.number === reached.number) return
    const isNarrow =
      reached.number - before.number === reached.narrow - before.narrow && reached.wide <= before.number
    if (!isNarrow || !changed || changed.ids.length > mostTouched) this.#steps = []
    else
      this.#steps = [...this.#steps, { ...changed, main, from: before.number, to: reached.number }].slice(
        -mostSteps,
      )
  }

  /** Nothing is known of what was before: columns that were merged are not kept for it. */
  forget(): void {
    this.#steps = []
  }

  /** Whether an answer that was made at this revision, or of what is newer, would be the same now. */
  async hold(since: number, depends: Dependence): Promise<boolean> {
    const steps = this.#stepsSince(since)
    if (!steps) return false
    for (const step of steps) if (await touches(step, depends)) return false
    return true
  }

  /** The events that were touched since this revision, and the terms that say another number of them, if nothing else was touched. */
  touchedSince(since: number): readonly number[] | undefined {
    return this.#stepsSince(since)?.flatMap(({ ids, counted }) => ids.concat(counted))
  }

  #stepsSince(since: number): readonly Step[] | undefined {
    if (since === this.revision) return []
    const steps = this.#steps.filter(({ to }) => to > since)
    // Each begins where the one before it has ended.
    return since < (steps[0]?.from ?? Infinity) ? undefined : steps
  }
}

async function touches(step: Step, { shown = [], terms = [], chosenBy = [] }: Dependence): Promise<boolean> {
  if (step.ids.some((id) => shown.includes(id)) || step.counted.some((id) => terms.includes(id))) return true
  for (const filters of chosenBy) if (await hasChosen(step, filters)) return true
  return false
}

async function hasChosen({ main, left, before, after }: Step, filters: Filters): Promise<boolean> {
  return (
    (await hasAny(main, filters, left)) || (await hasAny(before, filters)) || (await hasAny(after, filters))
  )
}
