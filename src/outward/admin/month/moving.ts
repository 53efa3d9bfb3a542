import { useSignal } from '@preact/signals'
import { type RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { addDays } from '../dates.ts'
import type { EventRecord } from '../records.ts'
import { mayEdit } from '../session.ts'
import { moveAndSay } from '../moving/actions.ts'
import type { Move } from '../moving/move.ts'
import { hasGuests } from '../registration/hears.ts'
import { followTouch } from './touch.ts'

/** What is being moved, and to which day. */
export interface Moving {
  readonly event: EventRecord
  readonly to: string
  /** What chooses the day: the mouse or a finger that has it, keys, or a tap on the day. */
  readonly by: 'hand' | 'keys' | 'tap'
}

/** By how many days each arrow moves, where days go from left to right. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/** Moves events that are shown to other days, and reads them again where one was: by the mouse, by a finger, by keys. */
export function useMoving(events: readonly EventRecord[], again: () => void) {
  const moving = useSignal<Moving | undefined>(undefined)
  const asks = useSignal<Moving | undefined>(undefined)
  const doMove = (wanted: Move) => moveAndSay(wanted, again)
  const putBack = () => {
    moving.value = undefined
  }
  const lift = (event: EventRecord, by: Moving['by']) => {
    moving.value = { event, to: event.start_date.slice(0, 10), by }
  }
  const over = (to: string) => {
    const { value: now } = moving
    if (now && now.to !== to) moving.value = { ...now, to }
  }
  const drop = () => {
    const now = moving.value
    putBack()
    if (!now || byOf(now) === 0) return
    if (now.event.series || hasGuests(now.event)) asks.value = now
    else doMove({ event: now.event, by: byOf(now), scope: undefined })
  }
  /** Lifts what may be moved; answers whether it does. */
  const liftById = (id: number, by: Moving['by']): boolean => {
    const found = events.find((one) => one.id === id)
    if (!found || !mayEdit(found)) return false
    lift(found, by)
    return true
  }
  /** Goes on with what is moved by keys; answers whether the key means something. */
  const goOn = (now: Moving, key: string): boolean => {
    const step = steps[key]
    if (step !== undefined) {
      const isTurned = document.dir === 'rtl' && Math.abs(step) === 1
      over(addDays(now.to, isTurned ? -step : step))
    } else if (key === 'Enter') drop()
    else if (key === 'Escape') putBack()
    else return false
    return true
  }
  const onKey = (event: KeyboardEvent) => {
    const now = moving.value
    if (now?.by === 'keys') {
      if (!goOn(now, event.key)) return
      event.stopPropagation()
    } else if (!isLifting(event) || !liftById(idAt(event.target), 'keys')) return
    event.preventDefault()
  }
  const element = useTouch({
    onLift: (id) => liftById(id, 'hand'),
    onOver: over,
    onDrop: drop,
    onEnd: putBack,
  })
  return { moving: moving.value, asks, element, doMove, putBack, lift, over, drop, onKey }
}

/** By how many days it is moved. */
export function byOf({ event, to: day }: Moving): number {
  return Math.round((Date.parse(day) - Date.parse(event.start_date.slice(0, 10))) / 86_400_000)
}

function isLifting({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'm' && !ctrlKey && !metaKey && !altKey
}

function idAt(target: EventTarget | null): number {
  return target instanceof HTMLElement ? Number(target.dataset['id']) : Number.NaN
}

/** Follows the finger on an element. */
function useTouch(does: Parameters<typeof followTouch>[1]): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const now = useRef(does)
  now.current = does
  useEffect(() => {
    if (!element.current) return () => {}
    return followTouch(element.current, {
      onLift: (id) => now.current.onLift(id),
      onOver: (day) => now.current.onOver(day),
      onDrop: () => now.current.onDrop(),
      onEnd: () => now.current.onEnd(),
    })
  }, [])
  return element
}
