import { useEffect } from 'preact/hooks'
import { go, to } from '../route.ts'

/** The file that was dropped onto the screen of sources, until the screen of files takes it. */
let waiting: File | undefined

/** The dropped file that waits to be looked at, once. */
export function takeDropped(): File | undefined {
  const file = waiting
  waiting = undefined
  return file
}

/** As long as the screen stands, a file dropped anywhere onto it, or onto a dialog before it, is taken as if it had been chosen. */
export function useDrops(): void {
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const over = (event: DragEvent) => {
      // Text is dropped into fields as ever.
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      waiting = file
      go(to('imports/table', /\.(ics|ical)$/i.test(file.name) ? { kind: 'calendar' } : {}))
    }
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('drop', drop, { signal })
    return () => ending.abort()
  }, [])
}
