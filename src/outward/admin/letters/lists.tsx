import { useSignal } from '@preact/signals'
import { FormDialog } from '../kit/form.tsx'
import { Question } from '../kit/question.tsx'
import { useRead } from '../kit/read.ts'
import { rowStepKeys } from '../kit/rowSteps.ts'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { t as common } from '../common/texts.ts'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { say } from '../toasts.tsx'
import { useKeys } from '../useKeys.ts'
import { type LetterList, readLists, removeList, saveList } from './asks.ts'
import { listColumns } from './columns.tsx'
import { LetterTabs, NoMail } from './letters.tsx'
import { t, tn } from './texts.ts'

/** What stands before the lists; one that is edited is a new one where there is none. */
type Open =
  | { readonly is: 'edit'; readonly list: LetterList | undefined }
  | { readonly is: 'remove'; readonly list: LetterList }

/** The lists that people subscribe to, and of which editors write the letters. */
export function LetterLists() {
  const read = useRead(readLists)
  const open = useSignal<Open | undefined>(undefined)
  const opens = (now: Open | undefined) => {
    open.value = now
  }
  const done = (said: string) => {
    opens(undefined)
    say(said)
    read.again()
  }
  const begin = () => opens({ is: 'edit', list: undefined })
  useKeys({ n: begin, ...rowStepKeys })
  const all = read.value
  return (
    <Screen
      title={frame('letters')}
      begin={all && [t('newList'), begin]}
      tabs={<LetterTabs here="lists" />}
      read={read}
    >
      <NoMail />
      {all?.length === 0 && <p class="dim">{t('noLists')}</p>}
      {all && all.length > 0 && (
        <Table
          rows={all}
          name={({ name }) => name}
          columns={listColumns((list) => opens({ is: 'edit', list }))}
          deeds={() => [
            { icon: 'edit', says: frame('edit'), does: (list) => opens({ is: 'edit', list }) },
            { icon: 'link', says: common('copyLink'), does: copyLink },
            {
              icon: 'trash',
              says: t('remove'),
              is: 'danger',
              does: (list) => opens({ is: 'remove', list }),
            },
          ]}
        />
      )}
      {open.value?.is === 'edit' && (
        <EditList list={open.value.list} onClose={() => opens(undefined)} onDone={() => done(t('saved'))} />
      )}
      {open.value?.is === 'remove' && (
        <RemoveList
          list={open.value.list}
          onClose={() => opens(undefined)}
          onDone={() => done(t('removed'))}
        />
      )}
    </Screen>
  )
}

/** Over http browsers let nothing be copied: then the address is told. */
function copyLink({ url }: LetterList): void {
  void settle(
    navigator.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard')),
    () => say(frame('copied')),
    () => say(url),
  )
}

function EditList(props: {
  readonly list: LetterList | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { list, onClose, onDone } = props
  return (
    <FormDialog
      title={list?.name ?? t('newList')}
      start={{ name: list?.name ?? '', description: list?.description ?? '', public: list?.public ?? true }}
      fields={{
        name: { label: frame('name'), input: { required: true, maxLength: 120, autofocus: true } },
        description: { label: t('about'), isOptional: true, rows: 3 },
        public: { label: t('publicHint') },
      }}
      save={(sent) => saveList(list, sent)}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function RemoveList(props: {
  readonly list: LetterList
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { list, onClose, onDone } = props
  return (
    <Question
      title={list.name}
      says={list.subscribers === 0 ? t('removeListHint') : tn('removeUsed', list.subscribers)}
      yes={t('remove')}
      isDanger
      does={() => removeList(list.id)}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
