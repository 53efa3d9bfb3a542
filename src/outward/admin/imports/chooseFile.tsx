import { useRef } from 'preact/hooks'
import { Files } from '../fileField.tsx'
import { Icon } from '../icons.tsx'
import { t } from './texts.ts'

/** The steps of importing a file, and which of them it is. */
export function Steps({ at, isTable }: { readonly at: number; readonly isTable: boolean }) {
  const names = [t('stepFile'), isTable ? t('stepColumns') : t('whatHappens'), t('stepImport')]
  return (
    <ol class="steps" aria-label={t('steps')}>
      {names.map((name, index) => {
        const number = index + 1
        return (
          <li
            key={number}
            class={number < at ? 'past' : undefined}
            aria-current={number === at ? 'step' : undefined}
          >
            <b>{number < at ? <Icon name="check" /> : number}</b>
            {name}
          </li>
        )
      })}
    </ol>
  )
}

/** Where a file is dropped, or chosen: a calendar, or whatever can be read. */
export function ChooseFile(props: {
  readonly isCalendar: boolean
  readonly onChoose: (file: File | undefined) => void
}) {
  const { isCalendar, onChoose } = props
  const field = useRef<HTMLInputElement>(null)
  return (
    <div
      class="drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onChoose(event.dataTransfer?.files[0])
      }}
    >
      <Icon name={isCalendar ? 'calendar' : 'table'} />
      <span>{isCalendar ? t('dropCalendar') : t('dropFile')}</span>
      <button type="button" onClick={() => field.current?.click()}>
        {t('chooseFile')}
      </button>
      <Files
        field={field}
        label={t('chooseFile')}
        accept={
          isCalendar ? '.ics,.ical,text/calendar' : '.csv,.tsv,.txt,.ics,.json,.html,text/csv,text/calendar'
        }
        onChoose={([chosen]) => onChoose(chosen)}
      />
    </div>
  )
}
