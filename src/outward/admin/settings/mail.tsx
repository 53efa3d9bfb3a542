import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { MailsRecord } from '../../../people/mail/mail.record.ts'
import { ask, Refusal } from '../api.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { momentText } from '../moments.ts'
import { refusalText } from '../refusals/said.ts'
import { settle } from '../settle.ts'
import { sayFault } from '../toasts.tsx'
import { t, tn } from './texts.ts'

/** Whether mails are sent; undefined as long as that is not known. */
export const sendsMail = signal<boolean | undefined>(undefined)

/** Whether mails go out, and a test of it. */
export function MailPart() {
  const mails = useSignal<MailsRecord | undefined>(undefined)
  const said = useSignal('')
  const fault = useSignal('')
  const isTrying = useSignal(false)
  useEffect(() => {
    void settle(
      ask<MailsRecord>('mails'),
      ({ body }) => {
        mails.value = body
        sendsMail.value = body.set
      },
      (error) => {
        if (!(error instanceof Refusal && error.status === 404)) sayFault(faultText(error))
      },
    )
  }, [])
  const test = () => {
    isTrying.value = true
    said.value = ''
    fault.value = ''
    void settle(
      ask<{ readonly to: string; readonly said: string }>('mails/test', { method: 'POST' }),
      ({ body }) => {
        isTrying.value = false
        said.value = t('testTaken', { email: body.to, said: body.said })
      },
      (error) => {
        isTrying.value = false
        fault.value = faultText(error)
      },
    )
  }
  const now = mails.value
  const givenUp = now?.mails.filter(({ state }) => state === 'given_up') ?? []
  return (
    <section class="part" aria-labelledby="mail">
      <h2 id="mail">{t('mail')}</h2>
      {now && <p>{now.set ? t('mailOn', { waiting: tn('mailsWait', now.waiting) }) : t('mailOff')}</p>}
      {now?.set && (
        <div class="line">
          <button class="plain" type="button" disabled={isTrying.value} onClick={test}>
            {t('sendTest')}
          </button>
          <span role="status">
            {said.value !== '' && (
              <span class="well-done">
                <Icon name="check" />
                <span dir="auto">{said.value}</span>
              </span>
            )}
          </span>
        </div>
      )}
      {fault.value !== '' && (
        <p class="fault" role="alert">
          <Icon name="warning" />
          <span dir="auto">{fault.value}</span>
        </p>
      )}
      {givenUp.length > 0 && (
        <details class="more">
          <summary>
            {tn('givenUp', givenUp.length)}
            <Icon name="down" />
          </summary>
          <ul>
            {givenUp.map(({ id, kind, failed }) => (
              <li key={id} class="small" dir="auto">
                {t('mailsOf', {
                  kind,
                  when: failed === null ? '' : momentText(failed),
                  why: refusalText('rest_mail_failed'),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
