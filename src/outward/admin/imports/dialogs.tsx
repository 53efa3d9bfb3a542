import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { webAddress } from '../../../pure/text/typedAddresses.ts'
import { fieldFaults } from '../faults.ts'
import type { FieldsOf } from '../kit/fields.tsx'
import { FormDialog } from '../kit/form.tsx'
import { Question } from '../kit/question.tsx'
import { foretoldOfImport } from '../common/goBack.ts'
import { useRead } from '../kit/read.ts'
import { sourceText } from '../refusals/said.ts'
import { Tells } from '../registration/tells.tsx'
import { sayFault } from '../toasts.tsx'
import {
  type FieldChange,
  type Import,
  lookAhead,
  removeSource,
  saveSource,
  type Source,
  undoRun,
} from './asks.ts'
import { WhatHappens } from './happening.tsx'
import { RhythmSelect } from './rhythm.tsx'
import { untaken } from './taken.ts'
import { t } from './texts.ts'
import { rhythmOf, wordsOf } from './words.ts'

/** Asks for the address of a source, its name, and how often it is imported; what is new is looked at before it is kept. */
export function EditSource(props: {
  readonly source: Source | undefined
  readonly onClose: () => void
  readonly onDone: (source: Source) => void
}) {
  const { source, onClose, onDone } = props
  const ahead = useLook()
  const isAhead = source === undefined && ahead.tried === undefined
  const isFile = typeof source?.file === 'string'
  const save = (id: number | undefined, { url, name, every }: Sent) =>
    saveSource(id, {
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(isFile ? {} : { url: webAddress(url), ...wordsOf(every) }),
      ...(ahead.left.length === 0 ? {} : { leave: ahead.left }),
    })
  return (
    <FormDialog
      title={source ? source.name : t('newSource')}
      no={t('notNow')}
      yes={source ? t('save') : isAhead ? t('lookFirst') : t('import')}
      start={{
        url: source?.url ?? '',
        name: source?.name ?? '',
        every: source ? rhythmOf(source) : '6h',
      }}
      fields={isFile ? { name: fields.name } : fields}
      follow={({ url }, before) => {
        if (url !== before.url) ahead.forget()
        return {}
      }}
      save={(sent) => (isAhead ? ahead.look(sent.url) : save(source?.id, sent))}
      faultsOf={faultsOf}
      outro={
        source === undefined && !ahead.isLooking && !ahead.tried ? (
          <p class="hint">{t('dropHere')}</p>
        ) : (
          (ahead.isLooking || ahead.tried) && (
            <WhatHappens
              tried={ahead.tried}
              left={ahead.left}
              isTrying={ahead.isLooking}
              onLeave={ahead.leave}
            />
          )
        )
      }
      onClose={onClose}
      onDone={onDone}
    />
  )
}

interface Sent {
  readonly url: string
  readonly name: string
  readonly every: string
}

const fields: Required<FieldsOf<Sent>> = {
  url: {
    label: t('address'),
    hint: t('addressHint'),
    input: {
      required: true,
      autofocus: true,
      inputMode: 'url',
      autocomplete: 'off',
      dir: 'ltr',
      placeholder: 'https://',
    },
  },
  name: { label: t('name'), input: { autocomplete: 'off' } },
  every: {
    label: t('howOften'),
    control: (every, onEvery, tied) => <RhythmSelect tied={tied} value={every} onChange={onEvery} />,
  },
}

/** Why nothing would come from an address. */
class Unread extends Error {}

function faultsOf(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof Unread) return { url: error.message }
  const { at, ...others } = fieldFaults(error, { rest_import_source_exists: 'url' })
  return at === undefined ? others : { every: at, ...others }
}

/** Looks at what would come from an address, until another one is entered, or the screen is left. */
function useLook() {
  const tried = useSignal<Import | undefined>(undefined)
  const left = useSignal<readonly FieldChange[]>([])
  const isLooking = useSignal(false)
  const looking = useRef(new AbortController())
  const forget = () => {
    looking.current.abort()
    isLooking.value = false
    tried.value = undefined
    left.value = []
  }
  useEffect(() => () => looking.current.abort(), [])
  const take = (found: Import) => {
    isLooking.value = false
    if (found.status !== 'done') throw new Unread(sourceText(found.message ?? ''))
    tried.value = found
    left.value = untaken(found)
  }
  /** Ends when the look does, or when it is forgotten. */
  const look = async (url: string): Promise<undefined> => {
    forget()
    const { signal } = (looking.current = new AbortController())
    isLooking.value = true
    const forgotten = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
    })
    try {
      const found = await Promise.race([lookAhead(webAddress(url), signal), forgotten])
      if (found) take(found)
    } finally {
      if (!signal.aborted) isLooking.value = false
    }
  }
  const leave = (next: readonly FieldChange[]) => {
    left.value = next
  }
  return { tried: tried.value, left: left.value, isLooking: isLooking.value, look, forget, leave }
}

/** Asks before a source is forgotten, or before what it brought last is taken back. */
export function Ask(props: {
  readonly does: 'remove' | 'undo'
  readonly source: Source
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { does, source, onClose, onDone } = props
  const isRemoval = does === 'remove'
  const { name, runs } = source
  const run = runs[0]?.id ?? 0
  const { value: tells = [] } = useRead(async () => (isRemoval ? [] : foretoldOfImport(run)), [], sayFault)
  return (
    <Question
      title={isRemoval ? t('removeTitle', { name }) : t('undoTitle', { name })}
      says={
        <>
          <p>{isRemoval ? t('removeHint') : t('undoHint')}</p>
          <Tells tells={tells} />
        </>
      }
      no={isRemoval ? t('keep') : t('notNow')}
      yes={isRemoval ? t('remove') : t('undo')}
      isDanger
      does={() => (isRemoval ? removeSource(source) : undoRun(run))}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
