import type { RefObject } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { Contents, Failed } from '../parts.tsx'
import { Clashing } from '../record/clashing.tsx'
import { Found } from '../record/found.tsx'
import { ProgressLine } from '../record/progress.tsx'
import { takeTyped } from '../record/typed.ts'
import { useRecord } from '../record/useRecord.ts'
import { useTitle } from '../title.ts'
import { described } from './describe.ts'
import { ContactPart } from './contact.tsx'
import { LettersPart } from './letters.tsx'
import { MailPart } from './mail.tsx'
import { LookPart } from './appearance.tsx'
import { settingsEditing, SettingStore, type SettingValues, type Told } from './store.ts'
import { LanguagePart, LinksPart, MapPart, MoneyPart, NamePart } from './controls.tsx'
import { RegistrationPart } from './registration.tsx'
import { SubmissionsPart } from './submissions.tsx'
import { t, tn } from './texts.ts'

/** What the calendar is called, how it looks and speaks, and what it lets others do. */
export function Settings() {
  const form = useRef<HTMLFormElement>(null)
  const record = useRecord<Told, SettingValues>(
    {
      ...settingsEditing,
      says: () => t('saved'),
      check: async () => (form.current ? takeTyped(form.current, nameIn) : {}),
    },
    () => form.current?.requestSubmit(),
  )
  const store = useMemo(() => new SettingStore(record), [])
  const fault = record.faults.value[''] ?? ''
  const isThere = record.stored.value !== undefined && record.progress.value !== 'loading'
  useTitle(t('settings'))
  return (
    <>
      <div class="head">
        <div>
          <h1>{t('settings')}</h1>
          <p>{t('settingsHint')}</p>
        </div>
      </div>
      {!isThere && fault !== '' && (
        <Failed fault={fault} isRefused={record.isRefused.value} onAgain={() => void record.start()} />
      )}
      {isThere && <Found at={record.found} onThrowAway={record.throwAway} />}
      {isThere && <Form store={store} element={form} onSave={() => void record.save()} />}
      <Clashing store={record} described={described} />
    </>
  )
}

/** The setting of the field with this id: controls have their labels. */
function nameIn(id: string): string {
  return document.getElementById(id)?.getAttribute('name') ?? ''
}

/** The parts of the screen, in their order. */
const parts = [
  ['name', 'nameAndText'],
  ['look', 'logoAndColours'],
  ['language', 'languageAndClock'],
  ['links', 'linksPart'],
  ['map', 'map'],
  ['money', 'money'],
  ['contact', 'contact'],
  ['submissions', 'submissions'],
  ['registration', 'registration'],
  ['letters', 'letters'],
  ['mail', 'mail'],
] as const

function Form(props: {
  readonly store: SettingStore
  readonly element: RefObject<HTMLFormElement | null>
  readonly onSave: () => void
}) {
  const { store, element, onSave } = props
  const hasSubmissions = store.has('submissions')
  const hasRegistration = store.has('guests_days') || store.has('registration_privacy_url')
  const hasLetters = store.has('letters')
  return (
    <div class="settings">
      <Contents
        label={t('onThisPage')}
        parts={parts
          .filter(([id]) => hasSubmissions || id !== 'submissions')
          .filter(([id]) => hasRegistration || id !== 'registration')
          .filter(([id]) => hasLetters || id !== 'letters')
          .map(([id, says]) => [id, t(says)])}
      />
      <form
        ref={element}
        novalidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <NamePart store={store} />
        <LookPart store={store} />
        <LanguagePart store={store} />
        <LinksPart store={store} />
        <MapPart store={store} />
        <MoneyPart store={store} />
        <ContactPart store={store} />
        {hasSubmissions && <SubmissionsPart store={store} />}
        {hasRegistration && <RegistrationPart store={store} />}
        {hasLetters && <LettersPart store={store} />}
        <MailPart />
        <SaveBar store={store} />
      </form>
    </div>
  )
}

function SaveBar({ store }: { readonly store: SettingStore }) {
  const count = store.changes
  const other = store.record.faults.value['']
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
      <button class="plain big" type="button" onClick={() => store.record.throwAway()}>
        {t('putBack')}
      </button>
      <span class="hint" role="status">
        {tn('unsaved', count)}
      </span>
      <ProgressLine is={store.record.progress.value} />
    </div>
  )
}
