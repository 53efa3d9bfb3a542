import { useEffect, useRef } from 'preact/hooks'

/** Lets Ctrl+S save and Ctrl+Enter do what the main button does, also while something is typed; a question comes first. */
export function useSaveKeys(onSave: () => void, onMain: () => void): void {
  const now = useRef({ onSave, onMain })
  now.current = { onSave, onMain }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
      const does = { s: now.current.onSave, enter: now.current.onMain }[event.key.toLowerCase()]
      if (!does) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) does()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
