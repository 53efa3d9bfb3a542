import { useSignal } from '@preact/signals'
import { useAct } from '../act.ts'
import { dayText, timeText } from '../dates.ts'
import { Dialog } from '../dialog.tsx'
import type { Columns } from '../kit/columns.tsx'
import { Question } from '../kit/question.tsx'
import { useRead } from '../kit/read.ts'
import { rowStepKeys } from '../kit/rowSteps.ts'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { momentText, wallAt } from '../moments.ts'
import { Field } from '../parts.tsx'
import { locale } from '../place.ts'
import { mayManageUsers } from '../session.ts'
import { numberText, t as frame } from '../texts.ts'
import { say } from '../toasts.tsx'
import { useKeys } from '../useKeys.ts'
import {
  type Digest,
  eraseSubscriber,
  type Mail,
  previewDigest,
  readCounts,
  readSubscriber,
  type Subscriber,
} from './asks.ts'
import { NameButton } from './columns.tsx'
import { LetterTabs, NoMail } from './letters.tsx'
import { MailPreview } from './preview.tsx'
import { t, tn } from './texts.ts'

/** What people get again and again, and how that goes. Addresses are not there. */
export function Digests() {
  const read = useRead(readCounts)
  const { act } = useAct()
  const shown = useSignal<{ readonly digest: Digest; readonly mail: Mail } | undefined>(undefined)
  const show = (digest: Digest) =>
    act(
      () => previewDigest(digest),
      (mail) => {
        if (mail.events === 0) say(t('noMailNow'))
        else shown.value = { digest, mail }
      },
    )
  const { value } = read
  useKeys(rowStepKeys)
  const close = () => {
    shown.value = undefined
  }
  return (
    <Screen
      title={frame('letters')}
      says={value && tn('addresses', value.subscribers)}
      tabs={<LetterTabs here="digests" />}
      read={read}
    >
      <NoMail />
      {value?.digests.length === 0 && <p class="dim">{t('noDigests')}</p>}
      {value && value.digests.length > 0 && (
        <Table
          rows={value.digests}
          name={({ text }) => text}
          columns={columnsOf(show)}
          deeds={() => [{ icon: 'mail', says: frame('preview'), does: show }]}
        />
      )}
      {value && <Watched counts={[...value.events, ...value.series]} />}
      {mayManageUsers() && <OneAddress />}
      {shown.value && (
        <Dialog
          title={shown.value.mail.subject}
          onClose={close}
          onAnswer={close}
          foot={
            <button class="plain" value="no">
              {frame('close')}
            </button>
          }
        >
          <MailPreview mail={shown.value.mail} />
        </Dialog>
      )}
    </Screen>
  )
}

function columnsOf(onShow: (digest: Digest) => void): Columns<Digest> {
  return [
    {
      head: t('what'),
      show: (digest) => (
        <>
          <NameButton says={digest.text} onPress={() => onShow(digest)} />
          {digest.fault !== null && <p class="fault">{t('rests')}</p>}
        </>
      ),
    },
    { head: frame('when'), named: true, show: rhythmText },
    {
      head: t('subscribers'),
      named: true,
      isNumber: true,
      show: ({ subscribers }) => numberText(subscribers),
    },
    {
      head: t('last'),
      named: true,
      show: ({ last }) =>
        last === null
          ? '–'
          : t('lastWent', {
              day: dayText(wallAt(last.at)),
              sent: numberText(last.sent),
              refused: numberText(last.refused),
              late: numberText(last.late),
            }),
    },
    { head: t('next'), named: true, show: ({ next }) => (next === null ? '–' : momentText(next)) },
  ]
}

const monday = Date.UTC(2024, 0, 1)
const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })

/** When a digest comes: “Friday 10:00”. */
function rhythmText({ frequency, weekday, day, at }: Digest): string {
  const time = timeText(`2024-01-01T${at}:00`)
  if (frequency === 'daily') return t('daily', { time })
  if (frequency === 'monthly') return t('monthly', { time, day: numberText(day ?? 1) })
  return t('weekly', { time, weekday: weekdays.format(monday + ((weekday ?? 5) - 1) * 86_400_000) })
}

function Watched({ counts }: { readonly counts: readonly { readonly subscribers: number }[] }) {
  if (counts.length === 0) return null
  const people = counts.reduce((sum, { subscribers }) => sum + subscribers, 0)
  return <p class="dim below-table">{tn('watched', people, { events: numberText(counts.length) })}</p>
}

/** What is known of one address, for whoever has the right to know it, or to have it erased. */
function OneAddress() {
  const email = useSignal('')
  const found = useSignal<Subscriber | undefined>(undefined)
  const isErasing = useSignal(false)
  const { act } = useAct()
  const show = () =>
    act(
      () => readSubscriber(email.value),
      (subscriber) => {
        found.value = subscriber
      },
      () => {
        found.value = undefined
      },
    )
  return (
    <section class="part below-table">
      <h2>{t('oneAddress')}</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          show()
        }}
      >
        <Field label={t('mailAddress')}>
          {(tied) => (
            <input
              {...tied}
              type="email"
              required
              dir="ltr"
              value={email.value}
              onInput={({ currentTarget }) => {
                email.value = currentTarget.value
              }}
            />
          )}
        </Field>
        <p>
          <button class="plain">{t('show')}</button>{' '}
          <button
            class="plain danger"
            type="button"
            onClick={() => {
              isErasing.value = email.value !== ''
            }}
          >
            {t('erase')}
          </button>
        </p>
      </form>
      {found.value && (
        <div role="status">
          <p>{t('since', { email: found.value.email, date: momentText(found.value.confirmed) })}</p>
          <ul>
            {found.value.subscriptions.map(({ id, text }) => (
              <li key={id} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isErasing.value && (
        <Question
          title={t('eraseTitle', { email: email.value })}
          says={t('eraseHint')}
          yes={t('eraseNow')}
          isDanger
          does={() => eraseSubscriber(email.value)}
          onClose={() => {
            isErasing.value = false
          }}
          onDone={() => {
            isErasing.value = false
            found.value = undefined
            say(t('erased'))
          }}
        />
      )}
    </section>
  )
}
