import { type Status, statuses } from '../params/statuses.ts'

/** A status, and for a trashed event the one that it had before. */
export interface State {
  readonly status: Status
  readonly before: Status | null
}

const untrashed = statuses.filter((status) => status !== 'trash')

/** Every state that an event can be in, by the number that the index holds for it. */
const states: readonly State[] = [
  ...untrashed.map((status) => ({ status, before: null })),
  { status: 'trash', before: null },
  ...untrashed.map((before) => ({ status: 'trash' as const, before })),
]

/** The number of the state of a row, in SQL. */
export function stateSql(row: string): string {
  const cases = states.map(({ status, before }, number) => {
    const isBefore =
      status !== 'trash'
        ? ''
        : before === null
          ? ` and ${row}.status_before is null`
          : ` and ${row}.status_before = '${before}'`
    return `when ${row}.status = '${status}'${isBefore} then ${number}`
  })
  return `case ${cases.join(' ')} else ${untrashed.length} end`
}

/** Who reads, and what lists show them: the rule of the rooms, which the index asks once for each state. */
export interface Sight {
  /** 0 for nobody. */
  readonly reader: number
  readonly sees: (state: State, isOwn: boolean) => boolean
  /** Public events that came into the trash no earlier are shown too, as cancelled. */
  readonly cancelledSince?: number | undefined
}

/** For each state whether the reader sees it, as 0 or 1. */
export function statesSeen({ sees }: Pick<Sight, 'sees'>, isOwn: boolean): Uint8Array {
  return Uint8Array.from(states, (state) => Number(sees(state, isOwn)))
}
