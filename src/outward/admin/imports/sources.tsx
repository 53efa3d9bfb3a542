import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { type Reading, useRead } from '../kit/read.ts'
import type { Deed } from '../kit/rowMenu.tsx'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { say } from '../toasts.tsx'
import { readSources, runSource, saveSource, settled, type Source, stopSource } from './asks.ts'
import { columnsWith } from './sourceColumns.tsx'
import { Ask, EditSource } from './dialogs.tsx'
import { useDrops } from './dropped.ts'
import { Fault } from './fault.tsx'
import { t, tn } from './texts.ts'
import { wordsOf } from './words.ts'

/** What stands before the list; a source that is edited is a new one where there is none. */
type Open =
  | { readonly is: 'edit'; readonly source: Source | undefined }
  | { readonly is: 'remove' | 'undo'; readonly source: Source }

/** Where events come from by themselves, how each source does, and what can be done with it. */
export function Sources() {
  const read = useRead(readSources)
  const open = useSignal<Open | undefined>(undefined)
  const opens = (now: Open | undefined) => {
    open.value = now
  }
  useFollowing(read)
  useDrops()
  const run = (source: Source) => read.does(runSource(source), t('begun', { name: source.name }))
  const all = read.value
  return (
    <Screen
      title={frame('imports')}
      says={all && all.length > 0 && countText(all)}
      acts={<Files />}
      begin={[t('newSource'), () => opens({ is: 'edit', source: undefined })]}
      read={read}
    >
      {all?.length === 0 && <Nothing />}
      {all && all.length > 0 && (
        <div class="stack">
          {all
            .filter(({ health }) => health === 'failing')
            .map((source) => (
              <Fault
                key={source.id}
                source={source}
                onEdit={() => opens({ is: 'edit', source })}
                onRun={() => run(source)}
              />
            ))}
          <Table
            rows={all}
            name={({ name }) => name}
            columns={columnsWith((source, rhythm) =>
              read.does(saveSource(source.id, wordsOf(rhythm)), t('saved')),
            )}
            deeds={deedsWith({
              run,
              stop: (source) => read.does(stopSource(source), t('saved')),
              opens,
            })}
          />
          <p class="hint">{t('editedStays')}</p>
        </div>
      )}
      <Opened
        open={open.value}
        onClose={() => opens(undefined)}
        onDone={(said) => {
          opens(undefined)
          say(said)
          read.again()
        }}
      />
    </Screen>
  )
}

/** Reads the sources again once none is imported any more. */
function useFollowing({ value, again }: Reading<readonly Source[]>): void {
  useEffect(() => {
    const watching = new AbortController()
    const going = value?.filter(({ running }) => running) ?? []
    const over = () => {
      if (!watching.signal.aborted) again()
    }
    if (going.length > 0)
      void settle(Promise.all(going.map(({ id }) => settled(id, watching.signal))), over, () => {})
    return () => watching.abort()
  }, [value])
}

function countText(all: readonly Source[]): string {
  const events = all.reduce((sum, source) => sum + source.events, 0)
  return `${tn('sources_', all.length)} · ${tn('events_', events)}`
}

/** The ways to import what is a file, and no address. */
function Files() {
  return (
    <>
      <a class="button plain" href={to('imports/table')}>
        <Icon name="table" />
        {t('aTable')}
      </a>
      <a class="button plain" href={to('imports/table', { kind: 'calendar' })}>
        <Icon name="download" />
        {t('aCalendar')}
      </a>
    </>
  )
}

function Nothing() {
  return (
    <div class="notice">
      <Icon name="download" />
      <div>
        <p>
          <b>{t('nothingYet')}</b>
        </p>
        <p>{t('nothingHint')}</p>
      </div>
    </div>
  )
}

/** What can be done with one source. */
function deedsWith(how: {
  readonly run: (source: Source) => void
  readonly stop: (source: Source) => void
  readonly opens: (open: Open) => void
}) {
  const { run, stop, opens } = how
  return (source: Source): readonly (Deed<Source> | false)[] => {
    const { id, url, every, running } = source
    const [last] = source.runs
    const isFile = url === null
    return [
      isFile && { icon: 'table', says: t('sendFile'), href: to('imports/table', { source: id }) },
      !isFile && { icon: 'play', says: t('runNow'), does: run },
      !isFile && { icon: 'eye', says: t('tryIt'), href: to('imports/try', { source: id }) },
      (every !== null || running) && { icon: 'pause', says: t('stopIt'), does: stop },
      { icon: 'edit', says: t('editIt'), does: () => opens({ is: 'edit', source }) },
      last !== undefined && {
        icon: 'clock',
        says: frame('history'),
        href: to('history', { import: last.id }),
      },
      last?.status === 'done' && {
        icon: 'undo',
        says: t('undoRun'),
        is: 'apart',
        does: () => opens({ is: 'undo', source }),
      },
      { icon: 'trash', says: t('removeIt'), is: 'danger', does: () => opens({ is: 'remove', source }) },
    ]
  }
}

function Opened(props: {
  readonly open: Open | undefined
  readonly onClose: () => void
  readonly onDone: (said: string) => void
}) {
  const { open, onClose, onDone } = props
  if (!open) return null
  const { is, source } = open
  if (is === 'edit')
    return (
      <EditSource
        source={source}
        onClose={onClose}
        onDone={({ name }) => onDone(source ? t('saved') : t('begun', { name }))}
      />
    )
  return (
    <Ask
      does={is}
      source={source}
      onClose={onClose}
      onDone={() => onDone(is === 'undo' ? t('undone') : t('saved'))}
    />
  )
}
