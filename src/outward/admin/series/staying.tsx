import { useRead } from '../kit/read.ts'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Scope } from '../common/deed.ts'
import { FromTo } from '../fromTo.tsx'
import type { EventRecord } from '../records.ts'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { type Dates, datesWith, mostNamed, movedAs, type Move, type Staying, stayingBy } from './dates.ts'
import { daysText, spanText } from './span.ts'
import { t, tn } from './texts.ts'

/** A line of what happens to dates, with the number large before it where the sentence begins with it. */
export function Figure(props: {
  readonly count: number
  readonly line: string
  readonly children?: ComponentChildren
}) {
  const { count, line, children } = props
  const number = numberText(count)
  const isFirst = line.startsWith(number)
  return (
    <li class={isFirst ? undefined : 'plain-line'}>
      {isFirst && <b>{number}</b>}
      <span>
        {isFirst ? line.slice(number.length).trimStart() : line}
        {children}
      </span>
    </li>
  )
}

interface WhenProps {
  readonly dates: Dates
  /** Whether their days say enough. */
  readonly isDays?: boolean
}

/** When some dates are, the first of them. */
function When({ dates: { total, first }, isDays = false }: WhenProps) {
  if (first.length === 0) return null
  const days = first.map(isDays ? daysText : spanText).join(' · ')
  return (
    <span class="hint dates" dir="auto">
      {total > first.length ? t('these', { days }) : days}
    </span>
  )
}

/** What a date was and becomes: the first of several, unless it is alone. */
export function FirstMoves({ from, to, isAlone = false }: Move & { readonly isAlone?: boolean }) {
  const [before = '', after = ''] = isAlone ? [] : t('firstIs', { day: '|' }).split('|')
  return (
    <span class="hint dates">
      {before} <FromTo from={spanText(from)} to={spanText(to)} />
      {after}
    </span>
  )
}

/** When some dates are, by their ids; or what the first of them becomes, where they are moved. */
export function Those({ ids, move }: { readonly ids: readonly number[]; readonly move?: Move | undefined }) {
  // Their number is told anyway.
  const { value: found } = useRead(() => datesWith(ids), [ids.slice(0, mostNamed).join()])
  if (!found) return null
  const [first] = found.first
  return move && first ? <FirstMoves from={first} to={movedAs(first, move)} /> : <When dates={found} />
}

const lines = { past: 'pastStay', before: 'beforeStay', others: 'othersStay' } as const

/** Which dates of its series stay as they are where an event is changed, as lines of a list. */
export function StayingLines(props: {
  readonly event: Pick<EventRecord, 'id' | 'start_date' | 'series'>
  readonly scope: Scope
}) {
  const { event, scope } = props
  const found = useSignal<Readonly<Partial<Record<Scope, Staying>>>>({})
  useEffect(() => {
    let isGone = false
    void settle(
      stayingBy(event, scope),
      (staying) => {
        if (!isGone) found.value = { ...found.value, [scope]: staying }
      },
      // How many change is told anyway.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [scope])
  const staying = found.value[scope] ?? {}
  return (
    <>
      {(['before', 'past', 'others'] as const).map((kind) => {
        const dates = staying[kind]
        if (!dates || dates.total < 1) return null
        return (
          <Figure key={kind} count={dates.total} line={tn(lines[kind], dates.total)}>
            <When dates={dates} isDays />
          </Figure>
        )
      })}
    </>
  )
}
