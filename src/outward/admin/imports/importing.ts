import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { handOver } from '../handOver.ts'
import { recordText, sourceText } from '../refusals/said.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { say } from '../toasts.tsx'
import {
  type FieldChange,
  type Import,
  importFile,
  optionsOf,
  type Preview,
  previewFile,
  readSource,
  type Remark,
  settled,
  type Source,
  sourceOfFile,
  tryFile,
} from './asks.ts'
import { chosenIn, mapOf } from './map.ts'
import { refusedTable, textIn } from './refusedRows.ts'
import { untaken } from './taken.ts'
import { t } from './texts.ts'
import { countsText, lineOf } from './words.ts'

/** A file that is chosen, how it is read, and where it belongs. */
function useChosenFile(sourceId: number, tell: (fault: string) => void) {
  const source = useSignal<Source | undefined>(undefined)
  const file = useSignal<File | undefined>(undefined)
  const chosen = useSignal<ReadonlyMap<string, string>>(new Map())
  const options = useSignal(optionsOf())
  /** Under which name its rows are known, where somebody has said so. */
  const fileName = useSignal('')
  const failed = (error: unknown) => tell(faultText(error))
  useEffect(() => {
    if (sourceId > 0) void settle(readSource(sourceId), (read) => (source.value = read), failed)
  }, [sourceId])
  const choose = (picked: File) => {
    // The rows of a source are remembered by the name of its file.
    const name = source.value?.file ?? picked.name
    file.value = name === picked.name ? picked : new File([picked], name, { type: picked.type })
    // Another version of a file is read as the one before.
    chosen.value = chosenIn(source.value?.map ?? '')
    options.value = optionsOf(source.value)
    fileName.value = ''
  }
  return { source, file, chosen, options, fileName, choose, failed }
}

/** The way of a file into the calendar: it is chosen, tried as often as something of its reading is changed, and brought. */
export function useImporting(sourceId: number) {
  const fault = useSignal('')
  const tells = (said: string) => {
    fault.value = said
  }
  const { source, file, chosen, options, fileName, choose: take, failed } = useChosenFile(sourceId, tells)
  const preview = useSignal<Preview | undefined>(undefined)
  const tried = useSignal<Import | undefined>(undefined)
  const left = useSignal<readonly FieldChange[]>([])
  const isWorking = useSignal(false)
  const tries = useSignal(0)
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])
  const map = mapOf(chosen.value)
  const reading = { map, ...options.value, file_name: fileName.value }
  const again = () => void (tries.value += 1)
  const choose = (picked: File | undefined) => {
    if (!picked) return
    take(picked)
    preview.value = undefined
    again()
  }
  /** Looks at the file, and tries what would come of it, unless that is to be asked about first. */
  const tryOut = async (now: File, signal: AbortSignal): Promise<void> => {
    const seen = await previewFile(now, map)
    if (signal.aborted) return
    preview.value = seen
    // What would be here twice is asked about first.
    if (!seen.ready || isTwice(seen, fileName.value)) return
    const found = await tryFile(now, reading, signal)
    if (signal.aborted) return
    if (found.status === 'done') {
      tried.value = found
      left.value = untaken(found)
    } else fault.value = sourceText(found.message ?? '')
  }
  useEffect(() => {
    const trying = new AbortController()
    const { value: now } = file
    if (!now) return undefined
    tried.value = undefined
    left.value = []
    fault.value = ''
    void settle(
      tryOut(now, trying.signal),
      () => {},
      (error) => !trying.signal.aborted && failed(error),
    )
    return () => trying.abort()
  }, [tries.value, map, options.value])
  const bring = () => {
    const { value: now } = file
    if (!now) return
    const { signal } = ending.current
    isWorking.value = true
    void settle(
      importFile(now, reading, { of: source.value, left: left.value }).then(({ id }) => settled(id, signal)),
      (done) => {
        const [run] = done.runs
        say(t('done', { what: (run && countsText(run)) ?? done.name }))
        go(to('imports'))
      },
      (error) => {
        isWorking.value = false
        if (!signal.aborted) failed(error)
      },
    )
  }
  /** Reads the file as a new version of the one that it was copied from. */
  const readAs = (name: string) =>
    void settle(
      sourceOfFile(name),
      (found) => {
        source.value = found
        if (file.value) choose(new File([file.value], name, { type: file.value.type }))
      },
      failed,
    )
  /** Reads the file as other events than those that it was copied from. */
  const readAsAnother = () => {
    fileName.value = file.value?.name ?? ''
    again()
  }
  /** Hands over the rows that were refused, with the reasons in the language of the reader. */
  const downloadRefused = () => {
    const { value: now } = file
    if (now)
      void settle(
        refusedOf(now, tried.value?.report.skipped ?? []),
        (rows) => handOver(rows, `${t('why')} – ${now.name}`),
        failed,
      )
  }
  return {
    source: source.value,
    file: file.value,
    chosen,
    options,
    fault: fault.value,
    preview: preview.value,
    isTwice: preview.value !== undefined && isTwice(preview.value, fileName.value),
    tried: tried.value,
    left,
    isWorking: isWorking.value,
    choose,
    again,
    bring,
    readAs,
    readAsAnother,
    downloadRefused,
  }
}

/** What the parts of the screen share of it. */
export type Importing = ReturnType<typeof useImporting>

/** The rows of a table that were refused, as a table that spreadsheets read as UTF-8. */
async function refusedOf(file: File, skipped: readonly Remark[]): Promise<Blob> {
  const refused = skipped.flatMap(({ at = '', says }) => {
    const line = lineOf(at)
    return line === undefined ? [] : [{ line, says: recordText(says) }]
  })
  const table = refusedTable(textIn(new Uint8Array(await file.arrayBuffer())), refused, t('why'))
  return new Blob([`\ufeff${table}`], { type: 'text/csv' })
}

/** Whether most of a file would be here twice, and nobody has said that this is meant. */
function isTwice({ copy_of }: Preview, fileName: string): boolean {
  return copy_of !== null && fileName === ''
}
