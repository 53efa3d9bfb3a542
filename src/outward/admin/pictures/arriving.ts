import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { tn } from '../common/texts.ts'
import { mayUpload } from '../session.ts'
import { say } from '../toasts.tsx'
import type { Arriving } from './thumbs.tsx'
import { upload } from './upload.ts'

/** Pictures on their way: those that are given by hand, and those that are pasted. `onCame` is called for each that has come. */
export function useArriving(onCame: () => void) {
  const arriving = useSignal<readonly Arriving[]>([])
  const turns = useRef(0)
  const leave = (key: number) => {
    arriving.value = arriving.value.filter((one) => one.key !== key)
  }
  const note = (key: number, change: Partial<Arriving>) => {
    arriving.value = arriving.value.map((one) => (one.key === key ? { ...one, ...change } : one))
  }
  const sendOne = async (file: File, key: number): Promise<boolean> => {
    try {
      await upload(file, (share) => note(key, { share }))
      leave(key)
      onCame()
      return true
    } catch (error) {
      note(key, { fault: faultText(error) })
      return false
    }
  }
  const send = async (given: readonly File[]) => {
    const pictures = given.filter(({ type }) => type.startsWith('image/'))
    if (!mayUpload() || pictures.length === 0) return
    const first = turns.current
    turns.current += pictures.length
    const begun = pictures.map(({ name }, at) => ({ key: first + at, name, share: 0 }))
    arriving.value = [...begun, ...arriving.value]
    let done = 0
    // One after the other: the service converts a few at a time.
    for (const [at, file] of pictures.entries()) if (await sendOne(file, first + at)) done += 1
    if (done > 0) say(tn('uploaded', done))
  }
  usePasted((files) => void send(files))
  return { arriving: arriving as ReadonlySignal<readonly Arriving[]>, send, leave }
}

/** Takes the files that are pasted, but into what is typed. */
function usePasted(onPaste: (files: readonly File[]) => void): void {
  const now = useRef(onPaste)
  now.current = onPaste
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea')) return
      if (event.clipboardData?.files.length) now.current([...event.clipboardData.files])
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
