import { useLayoutEffect } from 'preact/hooks'
import { onKey } from './keys.ts'

/** Lets keys do something as long as what does it is shown: at once with it, as whoever presses a key means what is there. */
export function useKeys(does: Readonly<Record<string, () => void>>): void {
  useLayoutEffect(() => {
    const keys = Object.entries(does).map(([key, act]) => onKey(key, act))
    return () => {
      for (const takeBack of keys) takeBack()
    }
  })
}
