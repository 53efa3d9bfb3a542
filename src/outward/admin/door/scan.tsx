import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { t } from './texts.ts'

// Not every browser has it, and the types of none do: https://wicg.github.io/shape-detection-api/
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

function detectorClass(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
}

/** Whether this browser reads codes, and has a camera that may be asked for. */
export async function canScan(): Promise<boolean> {
  const formats = await detectorClass()?.getSupportedFormats()
  return formats?.includes('qr_code') === true && 'mediaDevices' in navigator
}

/** How often the picture is looked at, in milliseconds. */
const lookEvery_ms = 200

/** Shows what the camera sees until it is closed; `onCode` is called with each code, once as long as it is the same. */
export function Scanner(props: {
  readonly said: string
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}) {
  const { said, onCode, onClose } = props
  const video = useRef<HTMLVideoElement>(null)
  const fault = useSignal('')
  useEffect(() => {
    const Reader = detectorClass()
    const element = video.current
    if (!Reader || !element) return () => {}
    let [stream, timer, last]: [MediaStream | undefined, number, string] = [undefined, 0, '']
    let isOver = false
    const reader = new Reader({ formats: ['qr_code'] })
    const look = () =>
      void settle(
        element.readyState < element.HAVE_CURRENT_DATA ? Promise.resolve([]) : reader.detect(element),
        ([found]) => {
          if (found && found.rawValue !== last) onCode(found.rawValue)
          if (found) last = found.rawValue
          if (!isOver) timer = window.setTimeout(look, lookEvery_ms)
        },
        () => {
          if (!isOver) timer = window.setTimeout(look, lookEvery_ms)
        },
      )
    const begin = async () => {
      const asked = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      stream = asked
      if (isOver) return stop()
      element.srcObject = asked
      await element.play()
      look()
    }
    const stop = () => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void settle(
      begin(),
      () => {},
      () => {
        fault.value = t('noCamera')
      },
    )
    return stop
  }, [])
  return (
    <Dialog
      title={t('scanTitle')}
      onClose={onClose}
      onAnswer={onClose}
      foot={
        <button class="plain" value="done">
          {frame('close')}
        </button>
      }
    >
      <video ref={video} class="door-camera" muted playsInline />
      <p class="door-said" role="status" dir="auto">
        {fault.value || said}
      </p>
    </Dialog>
  )
}
