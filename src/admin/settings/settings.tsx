import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Contents, Failed } from '../parts.tsx'
import { settle } from '../settle.ts'
import { useTitle } from '../title.ts'
import { MailPart } from './mail.tsx'
import { LookPart } from './appearance.tsx'
import { SettingStore } from './store.ts'
import { LanguagePart, LinksPart, MapPart, MoneyPart, NamePart, SubmissionsPart } from './controls.tsx'
import { t, tn } from './texts.ts'

/** What the calendar is called, how it looks and speaks, and what it lets others do. */
export function Settings() {
  const store = useSignal<SettingStore | undefined>(undefined)
  const fault = useSignal('')
  const reads = useSignal(0)
  useTitle(t('settings'))
  useEffect(() => {
    void settle(
      SettingStore.read(),
      (read) => {
        store.value = read
        fault.value = ''
      },
      (error) => {
        fault.value = faultText(error)
      },
    )
  }, [reads.value])
  return (
    <>
      <div class="head">
        <div>
          <h1>{t('settings')}</h1>
          <p>{t('settingsHint')}</p>
        </div>
      </div>
      {fault.value !== '' && (
        <Failed
          fault={fault.value}
          onAgain={() => {
            reads.value += 1
          }}
        />
      )}
      {store.value && <Form store={store.value} />}
    </>
  )
}

function Form({ store }: { readonly store: SettingStore }) {
  const hasSubmissions = store.has('submissions')
  return (
    <div class="settings">
      <Contents
        label={t('onThisPage')}
        parts={[
          ['name', t('nameAndText')],
          ['look', t('logoAndColours')],
          ['language', t('languageAndClock')],
          ['links', t('linksPart')],
          ['map', t('map')],
          ['money', t('money')],
          ...(hasSubmissions ? [['submissions', t('submissions')] as const] : []),
          ['mail', t('mail')],
        ]}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void store.save()
        }}
      >
        <NamePart store={store} />
        <LookPart store={store} />
        <LanguagePart store={store} />
        <LinksPart store={store} />
        <MapPart store={store} />
        <MoneyPart store={store} />
        {hasSubmissions && <SubmissionsPart store={store} />}
        <MailPart />
        <SaveBar store={store} />
      </form>
    </div>
  )
}

function SaveBar({ store }: { readonly store: SettingStore }) {
  const count = store.changed.value.length
  const other = store.faults.value['']
  if (count === 0 && !other) return null
  return (
    <div class="save-bar">
      {other && (
        <p class="fault" role="alert" dir="auto">
          {other}
        </p>
      )}
      <button class="big" disabled={count === 0}>
        {t('save')}
      </button>
      <button class="plain big" type="button" onClick={() => store.putBack()}>
        {t('putBack')}
      </button>
      <span class="hint" role="status">
        {tn('unsaved', count)}
      </span>
    </div>
  )
}
