import { useEffect, useMemo } from 'preact/hooks'
import { useSaveKeys } from './keys.ts'
import { type Editing, RecordStore } from './record.ts'

/** Edits a record as long as its screen is shown; Ctrl+S and Ctrl+Enter save it, as `onSave` does. */
export function useRecord<Record extends object, Form extends object>(
  editing: Editing<Record, Form>,
  onSave: () => void,
) {
  const store = useMemo(() => new RecordStore(editing), [])
  useSaveKeys(onSave, onSave)
  useEffect(() => {
    void store.start()
    const hide = () => store.keepHere()
    window.addEventListener('pagehide', hide)
    return () => {
      window.removeEventListener('pagehide', hide)
      store.leave()
    }
  }, [])
  return store
}
